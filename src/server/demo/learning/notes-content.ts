/** The first student's notes, by the lesson's title. */
export const demoNotes: readonly { lesson: string; seconds: number; text: string }[] = [
  {
    lesson: 'A commit is a photograph',
    seconds: 3,
    text: 'Snapshot, not a difference! That is why checking out an old commit is fast.',
  },
  {
    lesson: 'A commit is a photograph',
    seconds: 7,
    text: 'The name is a hash of the contents, so an amended commit must have another name.',
  },
  {
    lesson: 'A branch is a sticky note',
    seconds: 5,
    text: 'Draw HEAD in another colour. I always mixed it up with main.',
  },
  { lesson: 'A branch is a sticky note', seconds: 8, text: 'git reflog. Write it on the wall.' },
  { lesson: 'Two cooks, one book', seconds: 6, text: 'Never rebase what Jon has already pulled.' },
  {
    lesson: 'One cook, many orders: the event loop',
    seconds: 4,
    text: 'Ask Oskar: is requestAnimationFrame a task or a microtask? (Neither. It runs before painting.)',
  },
  {
    lesson: 'A promise is a receipt',
    seconds: 8,
    text: 'Microtasks first, then the next task. Our loading spinner bug!',
  },
]
