"""What the text of the game says, rule by rule."""

TEXT = """
PL-TERM-01 A small die is a strong Planet and a large die a weak one; size only sets the
  range of a roll.
PL-TERM-02 Wed, W and Omega name the same entry of a character: the Planet whose Force
  the powers come from, which has no die.
PL-TERM-03 An Omega is a character with Planet dice; a Diceless has none and never
  rolls.
PL-TERM-04 Position is a rank in the Hierarchy, value what a die shows; only positions
  mean anything.
PL-SCOPE-01 The Planets may be rolled when Descriptors alone do not decide something
  that involves Main characters.
PL-SCOPE-02 The Planets may be rolled when a conflict between characters is too close to
  call.
PL-SCOPE-03 The Planets may be rolled to give a chance to a character without a fitting
  Descriptor, if the action is not outright impossible.
PL-SCOPE-04 What really is automatic or impossible is declared, and no dice are rolled
  for it.
PL-SCOPE-05 Circumstance dice, the Omega die and combined rolls are each optional.
PL-SCOPE-06 The dice are a fallback as a whole: a conflict may run without any roll.
PL-CHAR-01 A character with dice has five Planets, each a die or Wed, and at least one
  of them Wed.
PL-CHAR-02 A character without a Wed Planet has no dice at all.
PL-CHAR-03 One Planet is Wed as a rule; two or three can be.
PL-CHAR-04 Planet dice are d4, d6, d8, d10, d12 or d20.
PL-CHAR-05 The Diceless do not roll for themselves; in an Omega's roll an ally among
  them is a Benefit die and an opponent a Hindrance die.
PL-STEP-01 Step 1: the Storyguide sets the Difficulty and picks the Favored and the
  Opposed Forces.
PL-STEP-02 Step 1a: if the Wed Force is neutral, the player may commit an Omega die, at
  once or when the Circumstance dice are known, but before any die is rolled.
PL-STEP-03 Step 2: the Storyguide assigns a Benefit, a Hindrance, both or neither.
PL-STEP-04 Step 3: every Planet die is rolled and put in order from lowest to highest.
PL-STEP-05 Step 3a: Circumstance dice are rolled with the Planets or afterwards and
  compared with the Hierarchy; when they are rolled changes nothing.
PL-STEP-06 Step 4: success is read off the Hierarchy.
PL-STEP-07 What was settled in steps 1, 1a and 2 is final once a die has been rolled.
PL-FORCE-01 Favored Forces are in line with the action and likely to show in a success;
  Opposed Forces are likely to show in a failure.
PL-FORCE-02 At least one of the five Forces must be neutral, and neutral Forces do not
  count.
PL-FORCE-03 Forces are picked for the task, whoever performs it.
PL-FORCE-04 The advised way is to set a Difficulty and take as many Forces as it asks
  for; picking Forces freely and letting the Difficulty follow is allowed.
PL-FORCE-05 The Storyguide says the Forces, the player may argue for others, and the
  Storyguide decides.
PL-FORCE-06 The usual reasons to amend are a forgotten Descriptor and a changed
  strategy.
PL-FORCE-07 Forces are settled before the roll and never changed after it.
PL-FORCE-08 A Favored or Opposed Force to which the character is Wed has no die and
  drops out.
PL-FORCE-09 In a coordinating roll the Forces are said before the dice are chosen.
PL-DIFF-01 The Difficulties are, easiest first: automatic, simple, moderate, hard and
  impossible.
PL-DIFF-02 Moderate is where a task that needs a roll begins.
PL-DIFF-03 Automatic and impossible are best avoided: for many characters they come to
  the same as simple and hard.
PL-DIFF-04 For an especially easy or hard task take a milder Difficulty and a fairly
  small Circumstance die.
PL-DIFF-05 Automatic and impossible have their use in opposed action, where the
  opponent should have some chance.
PL-HIER-01 Roll one die for each Planet that is not Wed and order them ascending.
PL-HIER-02 The lowest is Dominant, the highest Weak, the second lowest Major, and what
  is left Minor.
PL-HIER-03 Only the order counts, never value or size.
PL-HIER-04 Dominant and Weak hold one Force at most; a tie loses the extreme position
  first.
PL-HIER-05 A tie for lowest: nobody is Dominant and the tied Forces are Major.
PL-HIER-06 A tie for highest: nobody is Weak, and the tied Forces are Minor if a Major
  is below them.
PL-HIER-07 Two pairs: the low pair is Major, the high pair Minor.
PL-HIER-08 Major is filled before Minor.
PL-HIER-09 When all dice are equal they are all Major.
PL-HIER-10 With more than four dice the surplus is Minor, so Minor may hold Forces that
  do not tie.
PL-HIER-11 With fewer dice the same principles hold, and Minor disappears first.
PL-HIER-12 Three dice: Dominant, Major, Weak; two Major and a Weak; a Dominant and two
  Major; or three Major.
PL-HIER-13 Two dice: Dominant and Weak, or both Major.
PL-HIER-14 Group equal values in ascending order: a first group of one is Dominant, a
  last group of one is Weak if there is another, the lowest group left is Major and all
  later ones are Minor.
PL-CIRC-01 Circumstance dice are Benefits or Hindrances, and Minor or Major.
PL-CIRC-02 The Storyguide picks size and kind with the player's input; most are Minor
  and between d20 and d4.
PL-CIRC-03 A roll may have one Benefit and one Hindrance, never two of a kind.
PL-CIRC-04 Circumstance dice stand outside the Hierarchy and change no Force's position.
PL-CIRC-05 Below every Planet's value it stands above them all and is stronger than any.
PL-CIRC-06 Equal to a Planet's value it has that Planet's position.
PL-CIRC-07 Between two groups it ranks just before the next Planet down the column.
PL-CIRC-08 Higher than every Planet it has no impact.
PL-CIRC-09 A Minor die never causes success or failure; it colours the result.
PL-CIRC-10 A Major die above all Planets rules: a Benefit is success, a Hindrance
  failure.
PL-CIRC-11 A Major die elsewhere may decide at the Storyguide's discretion, by its
  position and before the Planet it is above.
PL-CIRC-12 The order of the check beats rank: a Major die between Dominant and Major is
  heard after Dominant and Weak.
PL-CIRC-13 Wounds, tools, distractions and cleverness are Minor as a rule; stunts and
  very significant Diceless help or opposition are Major.
PL-CIRC-14 A Diceless ally or opponent enters the roll as a Benefit or Hindrance, and
  the roll is a basic roll.
PL-CIRC-15 Major dice take the outcome out of the player's hands and are to be rare.
PL-CIRC-16 How much a Circumstance die colours the result follows from where it stands,
  from strongest of all down to none.
PL-OMEGA-01 An Omega die is allowed when the Wed Force is neither Favored nor Opposed.
PL-OMEGA-02 Its value is fixed before any die is rolled; it is placed, not rolled.
PL-OMEGA-03 Its value is from 1 to the largest number another of the character's
  Planets can show.
PL-OMEGA-04 It joins the Hierarchy as a die of the Wed Force and is read like any other.
PL-OMEGA-05 Its Force is neutral, so it acts only by taking or spoiling a position.
PL-OMEGA-06 To explain it in the story is good form and not required.
PL-OMEGA-07 It may be declared before or after the Circumstance dice are assigned.
PL-COMB-01 A combined roll is for two characters with dice in one action, against each
  other or together; everything else is a basic roll.
PL-COMB-02 One die is rolled for each Force and counts for both characters.
PL-COMB-03 Opposed: for each Force the larger of the two dice is rolled, or the only one
  there is.
PL-COMB-04 A Force gets a die if at least one of the two has one.
PL-COMB-05 Each character's Hierarchy is read without the results of the Forces that
  character is Wed to.
PL-COMB-06 From one opposed roll two different Hierarchies can be read.
PL-COMB-07 Coordinating: for each Force the players pick which of the dice to roll, and
  may roll none where one of them is Wed.
PL-COMB-08 The chosen dice make one Hierarchy for the joint action.
PL-COMB-09 Large dice suit Forces that do not matter, small ones Favored Forces; an
  Opposed Force is worth a die only if it is large, d12 or more.
PL-COMB-10 Direct conflict suits a combined roll, indirect conflict a simple roll for
  everyone; the Storyguide chooses.
PL-CHECK-01 First the Dominant: Favored is success, Opposed is failure, else go on.
PL-CHECK-02 Then the Weak, the other way round: Opposed is success, Favored is failure,
  else go on.
PL-CHECK-03 Then the Major: Favored is success, Opposed is failure.
PL-CHECK-04 Otherwise the roll is unproductive and nothing changes; Minor is never
  asked.
PL-CHECK-05 In a position with several Forces the more numerous kind counts; equal
  numbers make it neutral.
PL-CHECK-06 Unproductive is a standoff as a rule, and close to success for one who only
  resists.
PL-CHECK-07 A Major Circumstance die lower than every Planet overrides the check.
PL-CHECK-08 The stages in order: a Circumstance above all, the Dominant, a Circumstance
  just above the Weak, the Weak, one just above the Major, the Major; Major dice tied
  with a position vote in it.
PL-FN-27 No character rolls five dice of their own.
PL-FN-28 The diagrams show Known as a white octagon, Passion as a blue pentagon, Dynamic
  as a red diamond, Static as a green heptagon and Lost as a black hexagon.
PL-FN-29 Below the Weak is less even than Minor.
PL-FN-30 Surplus dice are Minor.
PL-FN-31 Degrees of success belong to a chapter that is not part of this text.
PL-FN-32 Wed Planets are why automatic and impossible often equal simple and hard.
"""
