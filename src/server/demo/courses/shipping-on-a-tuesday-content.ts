import type { DemoCourse } from '#server/demo/demo-academy.ts'

export const shippingOnATuesday: DemoCourse = {
  title: 'Shipping on a Tuesday',
  category: 'DevOps and Continuous Integration/Delivery',
  tabs: ['pipelines', 'testing', 'deploy'],
  price: 65,
  discount: 0,
  description: [
    'Small releases, made so often that nobody holds their breath.',
    'You take a small web service that is released by hand once a month and bring it to the point where each merged change is live within fifteen minutes, and back out again in two. Every step is one lesson, and every step is useful even if you stop there.',
    'For developers and testers in small teams, and for whoever is always asked to “do the release”.',
    'You should know Git well enough to branch and merge, and have seen a test. The pipelines are written as plain YAML and shell, so that you can carry them to whichever service your team uses.',
  ].join('\n\n'),
  ageDays: 143,
  lessons: [
    {
      clip: 'the-build-that-runs-anywhere',
      title: 'The build that runs anywhere',
      subtitle: 'Make one command that builds the project the same way on every machine.',
      points: [
        'A lock file pins what you depend on',
        'Build once, and promote that same artefact',
        'Settings come from outside, not from the build',
      ],
      preview: true,
    },
    {
      clip: 'a-pipeline-you-trust',
      title: 'A pipeline you trust',
      subtitle: 'Order checks so that the fastest bad news arrives first.',
      points: [
        'Run the quick checks first, and fail early',
        'A flaky test teaches people to ignore red',
        'Merge small changes to the main branch daily',
      ],
    },
    {
      clip: 'deploy-is-not-release',
      title: 'Deploy is not release',
      subtitle: 'Put code live behind a flag, and let ten people in before ten thousand.',
      points: [
        'A flag parts shipping code from showing it',
        'A canary gets a small share of the traffic',
        'Old flags are debt, so give each an end date',
      ],
    },
    {
      clip: 'changing-the-table-while-they-eat',
      title: 'Changing the table while they eat',
      subtitle: 'Rename a column of a running system without a minute of downtime.',
      points: [
        'Expand, move the data over, then contract',
        'For a while old and new code run side by side',
        'Drop a column only when no code reads it',
      ],
    },
    {
      clip: 'the-way-back',
      title: 'The way back',
      subtitle: 'Roll back in two minutes, and find out afterwards what happened without asking who.',
      points: [
        'Practise the rollback before you need it',
        'Watch what users see, not only the processor',
        'Ask what made it possible, not who did it',
      ],
    },
  ],
  reviews: [
    {
      stars: 5,
      text: 'We used to release on the last Thursday of the month with pizza. Today we released four times and ate at home.',
    },
    { stars: 5, text: 'Lesson four: the best explanation of expand and contract that I know of.' },
    { stars: 4, text: 'Practical and free of slogans. I would have liked a lesson on secrets in pipelines.' },
    {
      stars: 5,
      text: 'You can stop after each lesson and still be better off. We have stopped after three for now.',
    },
    {
      stars: 4,
      text: 'Good for teams without a platform department. Kubernetes is deliberately left out, be aware of that.',
    },
    { stars: 5, text: 'Finally deleted nineteen old flags.' },
    { stars: 4, text: 'Solid material, quiet voice. I watched it at 1.5×.' },
    { stars: 5, text: 'I am a tester and felt addressed throughout, which is unusual for the subject.' },
  ],
}
