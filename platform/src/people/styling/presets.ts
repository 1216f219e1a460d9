/** A ready-made stylesheet, which the user may change. Each sets its own colours, so that it looks the same in every theme. */
export interface Preset {
  key: 'night' | 'sunset' | 'paper' | 'neon' | 'forest' | 'candy' | 'terminal' | 'ocean'
  css: string
}

export const presets: readonly Preset[] = [
  {
    key: 'night',
    css: `/* Night sky */
body {
  --card-ground: #1b2447;
  --card-line: #34406e;
  --card-text: #eef1ff;
  --card-muted: #b4bde6;
  color: #eef1ff;
  background:
    radial-gradient(circle at 20% 10%, #fff 0 1px, transparent 2px) 0 0 / 90px 110px,
    radial-gradient(circle at 70% 60%, #9fb4ff 0 1px, transparent 2px) 0 0 / 70px 80px,
    linear-gradient(#0b1026, #232b5c);
}
h2 { color: #ffe9a8; }
.ground { background: linear-gradient(#0b1026, #34406e); }
`,
  },
  {
    key: 'sunset',
    css: `/* Sunset */
body {
  --card-ground: #fff6ee;
  --card-line: #f0b48a;
  --card-text: #43201c;
  --card-muted: #7a4636;
  color: #43201c;
  background: linear-gradient(160deg, #ffd9a0, #ffb199 45%, #e8a4c4);
}
h2 { color: #6b1f2e; }
.card { border-radius: 22px; }
.ground { background: linear-gradient(#ffd9a0, #f08a7b 60%, #b55a86); }
`,
  },
  {
    key: 'paper',
    css: `/* Paper */
body {
  --card-ground: #fffdf4;
  --card-line: #c9bda0;
  --card-text: #2b2a26;
  --card-muted: #625c4e;
  color: #2b2a26;
  background: repeating-linear-gradient(#fbf7e9 0 31px, #dfe6ee 31px 32px);
  font-family: Georgia, serif;
}
h2 { font-family: Georgia, serif; font-style: italic; }
.card { border-radius: 3px; box-shadow: 2px 3px 0 #d8cfb6; }
.ground { background: repeating-linear-gradient(#fbf7e9 0 31px, #dfe6ee 31px 32px); }
`,
  },
  {
    key: 'neon',
    css: `/* Neon */
body {
  --card-ground: #16091f;
  --card-line: #ff3df2;
  --card-text: #fdf2ff;
  --card-muted: #d4a8e6;
  color: #fdf2ff;
  background: radial-gradient(circle at 50% 0, #3b0a57, #0a0210 70%);
}
h2 { color: #5cf2ff; text-shadow: 0 0 14px #00d0ff; }
.card:hover { box-shadow: 0 0 18px #ff3df2; }
.ground { background: conic-gradient(from 90deg, #3b0a57, #ff3df2, #00d0ff, #3b0a57); }
`,
  },
  {
    key: 'forest',
    css: `/* Forest */
body {
  --card-ground: #f4f8ec;
  --card-line: #9bb982;
  --card-text: #1f2d1a;
  --card-muted: #4b5f3f;
  color: #f3f8ea;
  background: linear-gradient(#2d4a2c, #4a6b3a);
}
h2 { color: #e3f2b5; }
.about { color: #f3f8ea; }
.ground { background: linear-gradient(#bfe0ee 0 55%, #6c9a4e 55% 75%, #4a6b3a 75%); }
`,
  },
  {
    key: 'candy',
    css: `/* Candy */
body {
  --card-ground: #ffffff;
  --card-line: #ff9ccf;
  --card-text: #46173a;
  --card-muted: #7c3f6a;
  color: #46173a;
  background: repeating-linear-gradient(45deg, #ffe3f1 0 24px, #ffd0e7 24px 48px);
}
h2 { color: #a3125f; }
.card { border-width: 2px; border-radius: 26px; }
.ground { background: repeating-linear-gradient(45deg, #ffe3f1 0 24px, #ffb3d9 24px 48px); }
`,
  },
  {
    key: 'terminal',
    css: `/* Terminal */
body {
  --card-ground: #07120b;
  --card-line: #1f8a4c;
  --card-text: #b8ffd0;
  --card-muted: #7ed39c;
  color: #b8ffd0;
  background: repeating-linear-gradient(#06100a 0 3px, #081a0f 3px 4px);
  font-family: ui-monospace, monospace;
}
h2 { font-family: ui-monospace, monospace; }
h2::before { content: "> "; color: #35e07f; }
.card { border-radius: 0; }
.ground { background: repeating-linear-gradient(#06100a 0 3px, #0c2a18 3px 4px); }
`,
  },
  {
    key: 'ocean',
    css: `/* Ocean */
body {
  --card-ground: #f2fbff;
  --card-line: #7cc4de;
  --card-text: #0c2b3a;
  --card-muted: #33586b;
  color: #f2fbff;
  background: linear-gradient(#0e6a8c, #0a3a5c 70%, #07243d);
}
h2 { color: #bdf0ff; }
.ground {
  background: linear-gradient(#c9f0ff 0 40%, #2aa1c4 40%, #0e6a8c);
  animation: swell 6s ease-in-out infinite alternate;
}
@keyframes swell {
  from { opacity: 0.9; }
  to { opacity: 1; }
}
`,
  },
]
