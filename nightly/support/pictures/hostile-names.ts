/** Ways to leave a folder, of which a server that builds a path from the sender's name follows some. */
const WAYS_OUT = [
  ...['../', '../../', '../../../', '../../../../../../../../', './../', 'a/../../', 'uploads/../../', '/', '//'],
  ...['..\\', '..\\..\\', '\\', '....//', '..././', '..;/', '%2e%2e/', '%2e%2e%2f%2e%2e%2f', '..%2f..%2f', '..%252f'],
  ...[
    '..%5c',
    '..%c0%af',
    '..%00/',
    '\uff0e\uff0e\uff0f',
    '..\u2215',
    'C:\\',
    'C:/',
    '\\\\host\\share\\',
    'file:///',
    '~/',
  ],
]

const LISTED = [
  ...[
    '../../etc/passwd',
    '/etc/passwd',
    '../../../../../../etc/cron.d/stray',
    '../package.json',
    '../dist/server/main.js',
  ],
  ...['../../.env', '.htaccess', '.env', 'x.php', 'x.php.png', 'x.svg', 'x.html', 'x.png.exe', 'x.webp', 'index.html'],
  ...['a\u0000.png', 'x.svg\u0000.png', 'con', 'nul.png', 'aux.webp', 'x.png/', 'x.png.', 'x.png ', '~root', '.', '..'],
  ...[
    '...',
    ' ',
    '$(id).png',
    '`id`.png',
    'a;b.png',
    'a|b.png',
    '"q".png',
    "it's.png",
    '<b>.png',
    'a\nb.png',
    'a\rb.png',
  ],
  ...['*.png', '-rf', '--help', '\u202egnp.exe', `${'n'.repeat(300)}.png`, `${'../'.repeat(400)}stray.png`],
]

/** More than 60 names that a careless server would write to elsewhere, run, or fail on. */
export const HOSTILE_NAMES = [...WAYS_OUT.map((way) => `${way}stray.png`), ...LISTED]
