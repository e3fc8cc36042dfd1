/** The style of the hosted pages. */
export const PAGE_CSS = `
:root { color-scheme: light dark; --paper: #f6efe4; --card: #fffaf2; --ink: #2a1a12; --soft: #6a5445;
  --line: #dccdb8; --amber: #8a4a10; --amber-bg: #f3dfc3; --go: #1f4d3a; --go-ink: #fffaf2; --link: #1f4d3a; --edge: #8d7663; }
@media (prefers-color-scheme: dark) { :root { --paper: #17100b; --card: #211812; --ink: #f3e8da;
  --soft: #bfa997; --line: #43342a; --amber: #f0b878; --amber-bg: #3a2712; --go: #2e6f54; --go-ink: #fffaf2;
  --link: #8fceb0; --edge: #8f7a69; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
.test { margin: 0; padding: .625rem 1.25rem; background: var(--amber-bg); color: var(--amber);
  font-size: .9375rem; font-weight: 600; text-align: center; }
main { max-width: 27rem; margin: 0 auto; padding: 2rem 1.25rem 3rem; }
main.wide { max-width: 60rem; }
@media (min-width: 40rem) { main { margin-top: 3rem; padding: 2.25rem 2.5rem 2.5rem; background: var(--card);
  border: 1px solid var(--line); border-radius: .5rem; } }
h1 { margin: 0; font: 400 2.25rem/1.15 Georgia, 'Times New Roman', serif; overflow-wrap: anywhere;
  font-variant-numeric: lining-nums; }
h2 { margin: 2rem 0 .5rem; font: 400 1.25rem/1.3 Georgia, 'Times New Roman', serif; }
p { margin: .5rem 0 0; }
.payee { margin: 0 0 .25rem; color: var(--soft); }
dl { margin: 1.25rem 0 0; border-top: 1px solid var(--line); }
dl div { display: flex; justify-content: space-between; gap: 1.5rem; padding: .625rem 0;
  border-bottom: 1px solid var(--line); }
dt { color: var(--soft); flex: none; }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; min-width: 0; }
dd.number { font: 1.375rem/1.2 Georgia, 'Times New Roman', serif; letter-spacing: .04em;
  font-variant-numeric: lining-nums tabular-nums; }
form { margin-top: 1.75rem; display: grid; gap: .375rem; }
button, a.button { display: block; width: 100%; min-height: 3rem; padding: .6875rem 1rem; border: 1px solid var(--edge);
  border-radius: .375rem; background: none; color: inherit; font: inherit; font-weight: 600; text-align: center;
  text-decoration: none; cursor: pointer; }
input { min-height: 3rem; padding: .6875rem 1rem; border: 1px solid var(--edge); border-radius: .375rem;
  background: none; color: inherit; font: inherit; }
button.go, a.go { border-color: var(--go); background: var(--go); color: var(--go-ink); }
button:hover, a.button:hover { text-decoration: underline; text-underline-offset: .2em; }
:focus-visible { outline: 3px solid var(--amber); outline-offset: 2px; }
.note { margin: 0 0 .875rem; color: var(--soft); font-size: .9375rem; }
dl + .note { margin-top: .875rem; }
a { color: var(--link); }
.button { margin-top: 1.75rem; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
th, td { padding: .5rem 1rem .5rem 0; border-bottom: 1px solid var(--line); text-align: left; white-space: nowrap; }
td.long { min-width: 9rem; white-space: normal; overflow-wrap: anywhere; }
th { color: var(--soft); font-weight: 400; }
`;
