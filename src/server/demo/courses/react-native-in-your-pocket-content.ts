import type { DemoCourse } from '#server/demo/demo-academy.ts'

export const reactNativeInYourPocket: DemoCourse = {
  title: 'React Native, in your pocket by Friday',
  category: 'Mobile App Development with React Native',
  tabs: ['mobile', 'react', 'typescript'],
  price: 110,
  discount: 10,
  description: [
    'One small app, on your own phone, in six lessons.',
    'You build a notebook for walks: a list, a detail screen, a photograph, and a map position, all of which work without a network and are sent on when it returns. You run it on your own phone from the first lesson, because a simulator never drops the signal in a tunnel.',
    'It is for web developers who know some React and would like to see what changes when there is no browser.',
    'You should have written a React component with state. TypeScript helps but is explained where it appears. An Android phone or an iPhone is enough; a Mac is not required.',
  ].join('\n\n'),
  ageDays: 84,
  lessons: [
    {
      clip: 'hello-from-your-own-phone',
      title: 'Hello from your own phone',
      subtitle: 'Start a project and see your first screen on a real device within the hour.',
      points: [
        'Your JavaScript steers truly native views',
        'There is no DOM, so View and Text replace div',
        'Text must always stand inside a Text element',
      ],
      preview: true,
    },
    {
      clip: 'layout-for-thumbs',
      title: 'Layout for thumbs',
      subtitle: 'Lay out a screen that stays clear of the notch and within reach of a thumb.',
      points: [
        'Flexbox is the default, and runs in a column',
        'Sizes are density-independent, not physical pixels',
        'Keep clear of the notch with safe area insets',
      ],
    },
    {
      clip: 'lists-that-stay-smooth',
      title: 'Lists that stay smooth',
      subtitle: 'Show ten thousand walks without a stutter.',
      points: [
        'A FlatList renders only rows near the screen',
        'Keys let React tell the rows apart',
        'At 60 frames a second you have 16.7 ms for each',
      ],
    },
    {
      clip: 'screens-stacks-and-back',
      title: 'Screens, stacks and the way back',
      subtitle: 'Move between screens, and make the back gesture do what people expect.',
      points: [
        'A stack keeps the screens below it mounted',
        'Android has a back button of its own to honour',
        'Pass an id to a screen, not the whole object',
      ],
    },
    {
      clip: 'asking-for-the-camera',
      title: 'Asking for the camera',
      subtitle: 'Ask for a permission at the right moment, and work well without it.',
      points: [
        'Ask when the reason is on the screen',
        'After a no, the system may not ask again',
        'Offer a way on when the answer is no',
      ],
    },
    {
      clip: 'offline-in-the-tunnel',
      title: 'Offline, in the tunnel',
      subtitle: 'Store notes on the device and send them later, each exactly once as far as the reader sees.',
      points: [
        'Write to the device first, send afterwards',
        'An id made on the phone makes retries harmless',
        'Secrets belong in the keychain, not in plain files',
      ],
    },
  ],
  reviews: [
    { stars: 5, text: 'It really was on my phone by Friday. I showed it to everyone on the train.' },
    {
      stars: 4,
      text: 'The offline lesson is excellent. Publishing to the stores is only mentioned, which I had hoped to learn.',
    },
    { stars: 5, text: 'The walks notebook is useful! I have added weather to mine.' },
    { stars: 4, text: 'Good, but a version of one library has changed since; the note under the lesson had the fix.' },
    { stars: 5, text: 'I like that you work on a real device from the start.' },
    { stars: 3, text: 'Too fast for me in lesson four. You need to know React well before you begin.' },
    { stars: 5, text: 'Asking for permissions as a question of manners. That is exactly what it is.' },
    { stars: 5, text: 'The list lesson fixed the scrolling of our app at work.' },
  ],
}
