import type { DemoCourse } from '#server/demo/demo-academy.ts'

export const cybersecurityQuietly: DemoCourse = {
  title: 'Cybersecurity, quietly',
  category: 'Cybersecurity Basics',
  tabs: ['threats', 'crypto'],
  price: 45,
  discount: 0,
  description: [
    'Think like an attacker, sleep like a defender.',
    'Most security talk is loud. This course is not: it takes one small online shop, asks what in it is worth stealing, and goes through the ways in, one by one. For each there is a demonstration on a machine you own, and then the plain, boring measure that closes it. At the end you hold a two-page threat model that you could write for your own work.',
    'It is for developers, administrators and owners of small companies who have to decide what to do first with little time.',
    'You should know roughly what a server and a browser do, and not be afraid of a command line. Mathematics is not needed; the lessons on cryptography explain what each tool promises, and leave the proofs to others.',
  ].join('\n\n'),
  ageDays: 54,
  lessons: [
    {
      clip: 'what-is-worth-stealing',
      title: 'What is worth stealing',
      subtitle: 'List the things of value in a small system and who might want them, on one sheet of paper.',
      points: [
        'Start with what is valuable, not with tools',
        'Draw where data crosses a line of trust',
        'Risk weighs how likely against how bad',
      ],
      preview: true,
    },
    {
      clip: 'the-mail-that-knew-your-name',
      title: 'The mail that knew your name',
      subtitle: 'Take a phishing mail apart and set up the measures that do not rely on attention.',
      points: [
        'The sender’s shown name is only text',
        'Passkeys are bound to the site’s real domain',
        'Make reporting a mistake quick and without shame',
      ],
    },
    {
      clip: 'hashing-is-not-encrypting',
      title: 'Hashing is not encrypting',
      subtitle: 'Choose between a hash, a cipher and a signature for five everyday cases.',
      points: [
        'A hash has no key and no way back',
        'A cipher with its key can be undone',
        'A signature shows who, and that nothing changed',
      ],
    },
    {
      clip: 'two-keys-one-lock',
      title: 'Two keys, one lock',
      subtitle: 'Explain to a colleague how two strangers can agree on a secret in public.',
      points: [
        'The public key locks, the private key opens',
        'Diffie–Hellman agrees on a key without sending it',
        'Without certificates you may talk to the wrong one',
      ],
    },
    {
      clip: 'injection-in-one-quote',
      title: 'Injection, in one quotation mark',
      subtitle: 'Break a login form with one character, then fix it for good.',
      points: [
        'Injection is data that gets read as code',
        'Parameters keep SQL and values apart',
        'Escaping by hand fails the day it is forgotten',
      ],
    },
    {
      clip: 'scripts-that-were-not-yours',
      title: 'Scripts that were not yours',
      subtitle: 'Show cross-site scripting on your own page, and close it twice over.',
      points: [
        'Encode text for the place it is written to',
        'HttpOnly hides a cookie from scripts',
        'A content security policy is a second net',
      ],
    },
    {
      clip: 'least-privilege-most-sleep',
      title: 'Least privilege, most sleep',
      subtitle: 'Take away rights from a service until it still just works.',
      points: [
        'What a program cannot do, a thief cannot either',
        'Default to no, and allow by name',
        'Hiding a button is not access control',
      ],
    },
    {
      clip: 'the-first-hour-after',
      title: 'The first hour after',
      subtitle: 'Write the page you will be glad to have when something has happened.',
      points: [
        'Contain first, and keep the evidence',
        'Logs kept elsewhere cannot be wiped on the spot',
        'Change secrets once the intruder is out',
      ],
    },
  ],
  reviews: [
    {
      stars: 5,
      text: 'The title is the truth. No hoodies, no green letters on black, only things I could do on Monday.',
    },
    {
      stars: 5,
      text: 'I wrote the threat model for our shop with the sheet from lesson one. Two hours, and we found an open admin page.',
    },
    {
      stars: 4,
      text: 'Very clear on web attacks. I missed something on mobile devices, which is where our staff get caught.',
    },
    { stars: 5, text: '“Hashing is not encrypting” should be printed on mugs.' },
    {
      stars: 3,
      text: 'Well made, but for someone in the trade it is too basic. Buy it for your team and not for yourself.',
    },
    { stars: 5, text: 'Lesson eight gave us our emergency page. It hangs next to the printer now.' },
    {
      stars: 5,
      text: 'The two-keys lesson was the first explanation of Diffie–Hellman I could repeat to somebody else.',
    },
    { stars: 5, text: 'Honest about what each measure does not protect you from.' },
    { stars: 4, text: 'Good. The demonstration in lesson six needed a newer browser than mine, otherwise all worked.' },
    { stars: 5, text: 'Sleep like a defender: yes, actually.' },
  ],
}
