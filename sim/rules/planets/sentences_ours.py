"""What this project decided: rulings, the conflict layer, questions, properties."""

OURS = """
PL-RUL-01 The four-die shape a b b c is read with its highest die Weak; case6_reading
  can read it Minor as printed.
PL-RUL-02 The four-die shape a a a b is three Major and a Weak.
PL-RUL-03 Any number of dice is read by one algorithm, PL-HIER-14.
PL-RUL-04 A single die is Dominant; single_die_position can make it Major.
PL-RUL-05 Without any die every position is empty, a Circumstance die is above all, and
  the check is unproductive unless a Major die rules.
PL-RUL-06 A Major die tied with a Planet votes with it, like a Favored or an Opposed
  Force; circumstance_tie can put the die or the Planet first.
PL-RUL-07 Major dice are heard where they stand in the order of the check;
  major_circumstance_policy can let only the lowest rule, or ask the Storyguide.
PL-RUL-08 A Major die just above the Weak is heard though one just above the Minor is
  not; above_weak_counts can switch it off.
PL-RUL-09 A Circumstance die tied with the Weak pushes its own way and is not reversed.
PL-RUL-10 Of two Major dice in one gap the lower acts and equals cancel; tied with one
  position their votes add up.
PL-RUL-11 A die between two groups ranks before the Planet with the next higher number.
PL-RUL-12 Higher than all Planets is below all, whichever positions are filled.
PL-RUL-13 The missing chart, Favored/Opposed: automatic 2/0, simple 2/1, moderate 1/1,
  hard 1/2, impossible 0/2; each can be set, and enforce_chart binds to it.
PL-RUL-14 Favored and Opposed are disjoint and together one to four Forces, so that
  min_neutral of all five stay neutral.
PL-RUL-15 What a character is Wed to is set aside before ties are looked at.
PL-RUL-16 A Force to which both opponents are Wed has no die.
PL-RUL-17 In an opposed roll each side is judged by the Forces of its own intent;
  opposed_forces can share one task's or mirror them.
PL-RUL-18 Success beats unproductive beats failure, and equals are a standoff;
  opposed_compare can go on to where it was decided.
PL-RUL-19 There are no degrees of success; where it was decided is recorded.
PL-RUL-20 With several Wed Forces each may have the Omega die if it is neutral itself;
  omega_eligibility can let any of them block.
PL-RUL-21 One Omega die for a character and roll; omega_dice_max can allow more.
PL-RUL-22 The limit of an Omega die is the largest of one's own dice, whatever else is
  rolled.
PL-RUL-23 In an opposed roll an Omega die enters its owner's Hierarchy only;
  omega_in_opposed can forbid it.
PL-RUL-24 A coordinating roll has no Omega die; omega_in_coordinating can allow one.
PL-RUL-25 What both sides answer at one step is sealed until both have; omega_order can
  have side 0 commit openly first.
PL-RUL-26 Coordinating, only Forces a partner is Wed to may be omitted and one die must
  remain; the side's first decides; coordinating_max_partners is 2.
PL-RUL-27 In an opposed roll each reader has Circumstance dice of their own; a
  coordinating roll has one set.
PL-RUL-28 Several Omegas on one side coordinate first and oppose as one; team_mode can
  let the lead roll alone with a Minor Benefit d8 for help.
PL-RUL-29 Where nobody has dice the Storyguide declares the result; diceless_duel can
  toss a coin. Against dice a Diceless is a Hindrance, Minor unless very significant.
PL-RUL-30 Unproductive never moves the track, but one who resists and is not behind at
  the round cap wins by holding; unproductive_for_resister can switch it off.
PL-RUL-31 Planets and Circumstance dice have a size in allowed_sizes.
PL-RUL-32 One to three Planets may be Wed; max_wed can allow four.
PL-RUL-33 A wound is the character's Hindrance from the next round on, worse with each;
  past the end of wound_ladder one is taken out; of all Hindrances the foremost counts,
  Major before Minor, then the smaller. harm_on_prevail can switch wounds off.
PL-RUL-34 A conflict is the layer PL-CONF, with goal 2, round_cap 20 and
  standoff_limit 3.
PL-RUL-35 Intent may change between rounds, or before the Forces are settled outside
  direct conflict; never after the dice.
PL-RUL-36 One may concede before the first round and after any; the wounds stay, no new
  ones come, and if everyone concedes at once it is a standoff.
PL-RUL-37 Dice are drawn in the order of the Forces, then for each reader Benefit and
  Hindrance.
PL-RUL-38 What the Storyguide is not asked follows her default: the table of approaches,
  forgotten Descriptors granted, Major dice as they stand.
PL-RUL-39 Three remarks of the text about its odds are not literally true and are not
  rules: the trap does not favour the Cardinal, an Omega die of 20 keeps Lost from Weak
  only, and a Minor die can never prevent success.
PL-RUL-40 An automatic Difficulty still fails at times; what is certain is declared.
PL-RUL-41 Every round is a new roll; retry_policy can demand a changed intent of those
  who were prevailed over, or who failed in an indirect conflict.
PL-RUL-42 Descriptors are free words; they matter only to what the Storyguide settles.
PL-CONF-01 Ours: a conflict is direct (two sides, one roll), indirect (everyone rolls
  alone) or diceless (one side rolls).
PL-CONF-02 Ours: one track for two sides, won at plus or minus the goal; in an indirect
  conflict a tally for each, won at the goal or shared by those who reach it together.
PL-CONF-03 Ours: a round is intents, Forces, Circumstances, Omega dice, choice of dice,
  the dice, the reading, the comparison, harm, and what everyone does next.
PL-CONF-04 Ours: six approaches every table knows, with their Forces, and a Difficulty
  that takes more or fewer of them.
PL-CONF-05 Ours: who prevails with harm wounds the one who acts for the other side; the
  first of a side acts, then the next; a side with nobody left has lost.
PL-CONF-06 Ours: a change of intent is a new approach, target or aim after a round; the
  Forces are set anew; a scenario may limit it.
PL-CONF-07 Ours: conceding ends the conflict for one's side, which loses.
PL-CONF-08 Ours: after standoff_limit rounds without movement all may agree to a
  standoff; at the round cap one side that resists and is not behind holds, else it is a
  standoff.
PL-CONF-09 Ours: conflicts end won, taken out, conceded, held, in a standoff, shared or
  decreed.
PL-DP-01 Asked of the Storyguide: roll, or declare success or failure.
PL-DP-02 Asked of the player before the first round: approach, target, aim, harm, or
  concede.
PL-DP-03 Asked of the Storyguide: Difficulty, and each Force favored, opposed or
  neutral.
PL-DP-04 Asked of the player: accept the Forces, dispute them once, or go about it
  another way.
PL-DP-05 Asked of the Storyguide after a dispute: keep or amend.
PL-DP-06 Asked of the Storyguide: which Circumstance dice, how severe, how large.
PL-DP-07 Asked of the player where it is allowed: no Omega die, or a Force and a value.
PL-DP-08 Asked of a side that coordinates: whose die for each Force, or none.
PL-DP-09 Asked of the Storyguide where she rules on Major dice: ignore, apply where it
  stands, or let it rule.
PL-DP-10 Asked of the player after a round: press, change intent or concede.
PL-DP-11 Asked after a run of rounds without movement: press, accept a standoff, change
  intent or concede.
PL-DP-12 Settled by the scenario: whether the conflict is direct, indirect or diceless.
PL-PROP-01 Dominant and Weak hold one Force at most, every die has one position, a Minor
  needs a Major, and equal dice are all Major.
PL-PROP-02 A strictly increasing change of all values changes nothing.
PL-PROP-03 With four dice at most, one Favored and one Opposed and no Major
  Circumstance, the lower of the two decides, and a tie is unproductive.
PL-PROP-04 Exchanging Favored with Opposed and Benefit with Hindrance exchanges success
  and failure.
PL-PROP-05 Minor Circumstance dice never change an outcome or where it was decided.
PL-PROP-06 In an opposed roll a character reads what a basic roll of those dice would
  read.
PL-PROP-07 A lower Favored die can hurt: the outcome is not monotone.
PL-PROP-08 With one Favored and one Opposed Force an Omega die never raises the chance
  of success; it only makes some results unproductive.
"""
