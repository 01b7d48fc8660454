import type { DemoCourse } from '#server/demo/demo-academy.ts'

export const passwordsKeysAndOtherSecrets: DemoCourse = {
  title: 'Passwords, keys and other secrets',
  category: 'Cybersecurity Basics',
  tabs: ['login', 'passkeys', 'sessions'],
  price: 40,
  discount: 20,
  description: [
    'How to let the right people in, and tell them from the others.',
    'You build a login from nothing: storing a password so that a thief gains little, keeping somebody signed in, adding a second factor, and at last doing without the password. After each lesson you attack what you have built.',
    'For web developers who have so far copied this part from somewhere, and for reviewers who have to judge it.',
    'You should be able to write a small server in any language. “Cybersecurity, quietly” is a good start but not needed.',
  ].join('\n\n'),
  ageDays: 51,
  lessons: [
    {
      clip: 'storing-what-you-must-not-know',
      title: 'Storing what you must not know',
      subtitle: 'Choose a password hash and its cost, and change the cost later without a reset.',
      points: [
        'A password hash should be slow on purpose',
        'A salt makes equal passwords look different',
        'Argon2id costs memory as well as time',
      ],
    },
    {
      clip: 'the-ticket-in-the-cookie',
      title: 'The ticket in the cookie',
      subtitle: 'Keep a user signed in, and sign them out everywhere when they ask.',
      points: [
        'A session id must be long and random',
        'Make a new session id at login',
        'Secure, HttpOnly and SameSite each close one door',
      ],
    },
    {
      clip: 'six-digits-and-a-clock',
      title: 'Six digits and a clock',
      subtitle: 'Add one-time codes as a second factor, with a way back for the lost phone.',
      points: [
        'A code is a keyed hash of the current time',
        'Limit the tries: six digits are soon guessed',
        'Codes can be phished, so mind the address',
      ],
    },
    {
      clip: 'no-password-at-all',
      title: 'No password at all',
      subtitle: 'Let people sign in with a passkey, and explain to them what it is in one sentence.',
      points: [
        'The server keeps only a public key',
        'Each sign-in signs a fresh challenge',
        'A passkey works only on the site it was made for',
      ],
    },
  ],
  reviews: [
    { stars: 5, text: 'Attack your own login after each lesson: I have never learnt so much from being annoyed.' },
    { stars: 5, text: 'Passkeys explained with hardly an acronym. Well done.' },
    { stars: 4, text: 'I would have liked OAuth to be in it. For what it covers, it is very good.' },
    { stars: 5, text: 'Used it to review our own code. We did not renew the session id at login. We do now.' },
    { stars: 4, text: 'Short but dense.' },
    { stars: 5, text: 'The way back for the lost phone is the part that everyone forgets. Not here.' },
    { stars: 3, text: 'Examples are rather general, I had hoped for finished code in my language.' },
  ],
}
