/**
 * The page's style. Everything that can be done without a script is: views and theme are radio buttons. What they choose
 * reaches the page through variables of the root: a selector from `:has` down to every line would cost at every decision.
 */
export const STYLE = `
:root{color-scheme:light dark;--bg:#fff;--fg:#1b1f24;--dim:#57606a;--line:#d0d7de;--box:#f6f8fa;--link:#0550ae;
--del:#ffebe9;--ins:#e6ffec;--delb:#ffb8b0;--insb:#9be9a8;--err:#b3261e;--warn:#7a4a00;--note:#0550ae;
--s0:#1a7f37;--s1:#b3261e;--s2:#8a5a00;--s3:#5e5ce6;--s4:#000;--s5:#6e7781}
@media (prefers-color-scheme:dark){:root:not(:has(#t-light:checked)){--bg:#0d1117;--fg:#e6edf3;--dim:#9aa4af;--line:#3d444d;
--box:#161b22;--link:#79c0ff;--del:#3c1618;--ins:#12351f;--delb:#8e2a2a;--insb:#1f6f37;--err:#ff9a92;--warn:#e3b341;--note:#79c0ff;
--s0:#3fb950;--s1:#ff7b72;--s2:#e3b341;--s3:#a5a0ff;--s4:#fff;--s5:#9aa4af}}
:root:has(#t-dark:checked){color-scheme:dark;--bg:#0d1117;--fg:#e6edf3;--dim:#9aa4af;--line:#3d444d;
--box:#161b22;--link:#79c0ff;--del:#3c1618;--ins:#12351f;--delb:#8e2a2a;--insb:#1f6f37;--err:#ff9a92;--warn:#e3b341;--note:#79c0ff;
--s0:#3fb950;--s1:#ff7b72;--s2:#e3b341;--s3:#a5a0ff;--s4:#fff;--s5:#9aa4af}
:root:has(#t-light:checked){color-scheme:light}
:root{--cols:minmax(0,1fr);--two:1;--all:1}
:root:has(#v-side:checked){--cols:repeat(2,minmax(0,1fr));--two:2;--all:1/-1}
*{box-sizing:border-box}
[hidden]{display:none!important}
body{margin:0 auto;padding:0 1rem 4rem;max-width:78rem;background:var(--bg);color:var(--fg);font:15px/1.5 system-ui,sans-serif}
a{color:var(--link)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
code,pre{font:13px/1.5 ui-monospace,SFMono-Regular,Consolas,monospace;overflow-wrap:anywhere}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem;background:var(--bg);padding:.3rem}
h1{font-size:1.5rem;margin:1rem 0 0}h2{font-size:1.15rem;margin:1.5rem 0 .5rem;overflow-wrap:anywhere}h3{font-size:1rem;margin:0;overflow-wrap:anywhere}
h3 a{font-weight:400;font-size:.85em}
.dim,.m,header p,footer{color:var(--dim)}
.m,article p{margin:.2rem 0}
.error{color:var(--err);font-weight:600}.warning{color:var(--warn);font-weight:600}.note{color:var(--note);font-weight:600}
.lead{font-size:1.15rem;margin:.3rem 0}
.boxes{display:flex;flex-wrap:wrap;gap:.6rem;padding:0;margin:.5rem 0;list-style:none}
.boxes li{border:1px solid var(--line);border-left:.5rem solid;border-radius:.3rem;padding:.3rem .8rem;background:var(--box)}
.boxes b{font-size:1.4rem}
table{border-collapse:collapse;margin:1rem 0}
caption{text-align:left;font-weight:600;padding:.3rem 0}
th,td{text-align:right;padding:.15rem .6rem;border-bottom:1px solid var(--line);font-variant-numeric:tabular-nums}
th[scope=row],thead th:first-child{text-align:left;overflow-wrap:anywhere;font-weight:400}
thead th,tfoot th,tfoot td{font-weight:600!important}
th span{display:inline-block;width:.7em;height:.7em;margin-right:.3em;background:currentColor;border:1px solid}
.s0{border-left-color:var(--s0)!important;fill:var(--s0)}.s1{border-left-color:var(--s1)!important;fill:var(--s1)}
.s2{border-left-color:var(--s2)!important;fill:var(--s2)}.s3{border-left-color:var(--s3)!important;fill:var(--s3)}
.s4{border-left-color:var(--s4)!important;fill:var(--s4)}.s5{border-left-color:var(--s5)!important;fill:var(--s5)}
th .s0{color:var(--s0)}th .s1{color:var(--s1)}th .s2{color:var(--s2)}th .s3{color:var(--s3)}th .s4{color:var(--s4)}th .s5{color:var(--s5)}
fieldset{border:1px solid var(--line);border-radius:.3rem;margin:0;padding:.1rem .6rem .3rem;display:flex;flex-wrap:wrap;gap:.3rem .9rem;align-items:center}
legend{font-size:.85em;color:var(--dim);padding:0 .3rem}
label{white-space:nowrap}
input,select,button{font:inherit;min-width:0;color:inherit;background:var(--bg);border:1px solid var(--dim);border-radius:.3rem;padding:.15rem .5rem;max-width:100%}
button{background:var(--box);cursor:pointer}
.views,.tools{display:flex;flex-wrap:wrap;gap:.6rem;margin:1rem 0}
.tools{position:sticky;top:0;z-index:1;background:var(--bg);padding:.4rem 0;border-bottom:1px solid var(--line);margin:0}
.tools .row{display:flex;flex-wrap:wrap;gap:.4rem .7rem;align-items:center;width:100%}
.tools input[type=search]{width:20rem}.tools select{max-width:13rem}
progress{width:10rem;accent-color:var(--s0)}
article{border:1px solid var(--line);border-radius:.4rem;padding:.5rem .8rem;margin:.6rem 0;content-visibility:auto;contain-intrinsic-size:auto 12rem;scroll-margin-top:9.5rem}
article:target{border-color:var(--link);border-width:2px}
article[data-decision=accept]{border-left:.5rem solid var(--s0)}article[data-decision=reject]{border-left:.5rem solid var(--s1)}
.d{display:grid;grid-template-columns:minmax(0,1fr);margin:.4rem 0;border:1px solid var(--line);border-radius:.3rem;white-space:pre-wrap;overflow:hidden}
.d>*{text-decoration:none;padding:0 .5rem 0 5rem;text-indent:-4.5rem}
.d>*>*{text-indent:0}
.d>*::before{content:attr(data-n) "  ";display:inline-block;width:4.5rem;color:var(--dim);text-indent:0;text-align:right;padding-right:.5rem;white-space:pre}
.d del{background:var(--del)}.d ins{background:var(--ins)}
.d del::before{content:attr(data-n) " -";color:var(--fg)}.d ins::before{content:attr(data-n) " +";color:var(--fg)}
.d del b{background:var(--delb)}.d ins b{background:var(--insb)}
.d.c{grid-template-columns:var(--cols);grid-auto-flow:row dense}
.d.c>span{grid-column:var(--all)}.d.c>del{grid-column:1}.d.c>ins{grid-column:var(--two)}
details{margin:.3rem 0}ol{margin:.2rem 0;padding-left:1.5rem}
.decide{margin:.4rem 0}.decide input[type=text]{flex:1;min-width:10rem}
footer{margin-top:3rem;border-top:1px solid var(--line)}
@media (max-width:40rem){label{white-space:normal}.tools input[type=search],.tools select{width:100%}.d>*{padding-left:3.5rem;text-indent:-3.2rem}.d>*::before{width:3.2rem}article{scroll-margin-top:.5rem}table{font-size:.75rem}thead th{overflow-wrap:break-word;font-size:.7rem}thead th span{display:none}th,td{padding:.15rem .25rem}td:last-child:has(svg),thead td,tfoot td:last-child:empty{display:none}th[scope=row]{min-width:5rem}body{padding:0 .5rem 3rem}:root:has(#v-side:checked){--cols:minmax(0,1fr);--two:1;--all:1}.tools{position:static}}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:auto}}
@media print{.views,.tools,.skip,nav{display:none!important}body{max-width:none;font-size:11px}article{content-visibility:visible;break-inside:avoid}
details::details-content{content-visibility:visible;block-size:auto}.decide{border:0;padding:0}a{color:inherit;text-decoration:none}
article[data-decision]::after{content:"decision: " attr(data-decision);font-weight:600}}
`;
