"""Texts that would run, load or break something if a page did not escape them."""

from tests.tiers import later

PAYLOADS = (
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "</style><script>alert(1)</script>",
    "</title><script>alert(1)</script>",
    "--><script>alert(1)</script>",
    "]]><script>alert(1)</script>",
    "<ScRiPt src=//evil.example/x.js></ScRiPt>",
    "<script/src='http://evil.example'>",
    "<img src=x onerror=alert(1)>",
    "<img src='http://evil.example/a.png'>",
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<svg><animate onbegin=alert(1) attributeName=x>",
    "<iframe src='javascript:alert(1)'></iframe>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<object data='javascript:alert(1)'></object>",
    "<embed src='http://evil.example'>",
    "<link rel=stylesheet href='http://evil.example/a.css'>",
    "<base href='http://evil.example/'>",
    "<meta http-equiv=refresh content='0;url=http://evil.example'>",
    "<form action='http://evil.example'><button>go</button></form>",
    "<a href='javascript:alert(1)'>here</a>",
    "<body onload=alert(1)>",
    "<details open ontoggle=alert(1)>",
    "<input autofocus onfocus=alert(1)>",
    "<video><source onerror=alert(1)></video>",
    "<marquee onstart=alert(1)>",
    "<math><mi xlink:href='javascript:alert(1)'>x</mi></math>",
    "<style>@import 'http://evil.example/a.css';</style>",
    "<template><script>alert(1)</script></template>",
    '" onmouseover="alert(1)',
    "' onmouseover='alert(1)",
    '" autofocus onfocus="alert(1)" x="',
    "`-alert(1)-`",
    "{{ 7 * 7 }}{% raw %}",
    "{{ ''.__class__.__mro__ }}",
    "${alert(1)}",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "<!--",
    "<plaintext>",
)
assert len(PAYLOADS) == 40

SAMPLED = later(PAYLOADS, set(PAYLOADS) - set(PAYLOADS[::4]))
"""A quarter of them in the first tier, and the others in the slow one."""
