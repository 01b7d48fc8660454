import type { DemoCourse } from '#server/demo/demo-academy.ts'

export const machineLearningYouCanCheck: DemoCourse = {
  title: 'Machine learning you can check',
  category: 'Machine Learning and Artificial Intelligence',
  tabs: ['python', 'models'],
  price: 150,
  discount: 20,
  description: [
    'Every model small enough to follow with a pencil.',
    'You build six models, from the mean of a column to a small random forest, first on paper with five rows and then in Python with fifty thousand. For each one you write down beforehand what it should find, and afterwards you check. By the last lesson you can read somebody else’s notebook and say where it fools itself.',
    'The course is for programmers and analysts who can already fit a model with a library and would like to know whether to believe it.',
    'You should be at ease with basic Python (lists, functions, loops) and with school mathematics: what a slope is, what a fraction of a total is. Vectors and derivatives are introduced when they are needed, and only as far as they are needed.',
  ].join('\n\n'),
  ageDays: 58,
  finishers: 9,
  details: {
    pitch: 'Models you can compute by hand, so that you notice when the computer is wrong.',
    outcomes: [
      'Split data so that your last number is honest',
      'Choose a measure that fits the harm',
      'Find the column that knew the answer',
      'Write the page that says where a model fails',
    ],
    requirements: ['School mathematics', 'Enough Python to read a loop'],
    level: 'Intermediate',
    language: 'English',
    instructor_name: 'Dr. Amina Yusufzai',
    instructor_bio: 'Amina reviews models for a hospital group. Her job is to find out why a good number is too good.',
    faq: [
      {
        question: 'Is there deep learning in it?',
        answer: 'No. That is “Neural networks from one neuron”, which builds on this course.',
      },
    ],
  },
  lessons: [
    {
      clip: 'the-mean-is-a-model',
      title: 'The mean is a model',
      subtitle: 'Make the simplest prediction there is, and measure how wrong it is.',
      points: [
        'The mean minimises the squared error',
        'The median minimises the absolute error',
        'Every model must beat such a baseline first',
      ],
      preview: true,
    },
    {
      clip: 'a-line-through-five-points',
      title: 'A line through five points',
      subtitle: 'Fit a straight line by hand, and see the same numbers come out of the library.',
      points: [
        'Least squares adds up squared vertical gaps',
        'The fitted line passes through the mean point',
        'One far point can pull the whole line',
      ],
      preview: true,
    },
    {
      clip: 'walking-downhill-in-fog',
      title: 'Walking downhill in fog',
      subtitle: 'Run gradient descent on a curve you have drawn, and pick a step size that arrives.',
      points: [
        'The gradient points uphill, so step against it',
        'Too large a step jumps over the valley',
        'Scaling the inputs makes the valley rounder',
      ],
    },
    {
      clip: 'the-exam-you-have-not-seen',
      title: 'The exam you have not seen',
      subtitle: 'Split data so that the last number you report is one you can stand behind.',
      points: [
        'Training error says little about new data',
        'Choose on validation data, report on test data',
        'Split by time when you predict the future',
      ],
    },
    {
      clip: 'yes-no-and-how-sure',
      title: 'Yes, no, and how sure',
      subtitle: 'Turn a score into a probability with logistic regression, and read its coefficients.',
      points: [
        'The logistic curve maps any score between 0 and 1',
        'A coefficient changes the log-odds',
        'Where to cut is your decision, not the model’s',
      ],
    },
    {
      clip: 'four-boxes-of-right-and-wrong',
      title: 'Four boxes of right and wrong',
      subtitle: 'Fill in a confusion matrix and choose the measure that fits the harm.',
      points: [
        'Precision: of those we flagged, how many were right',
        'Recall: of those that were there, how many we found',
        'With 1% positives, always “no” is 99% accurate',
      ],
    },
    {
      clip: 'ask-your-neighbours',
      title: 'Ask your neighbours',
      subtitle: 'Classify with k nearest neighbours, and see what distance means when units differ.',
      points: [
        'A small k follows the noise, a large one blurs',
        'Unscaled, the column with big numbers decides',
        'In many dimensions, nearest is not near',
      ],
    },
    {
      clip: 'a-tree-of-questions',
      title: 'A tree of questions',
      subtitle: 'Grow a decision tree with a pencil by choosing the question that tidies most.',
      points: [
        'A good split leaves the groups purer on average',
        'A tree with a leaf per row has learnt by heart',
        'Trees need no scaling of their inputs',
      ],
    },
    {
      clip: 'many-trees-one-vote',
      title: 'Many trees, one vote',
      subtitle: 'Build a forest of five trees and explain why their disagreement is useful.',
      points: [
        'Each tree sees a sample drawn with replacement',
        'Averaging helps most when errors differ',
        'Rows left out of a tree can test it',
      ],
    },
    {
      clip: 'leaks-and-other-good-news',
      title: 'Leaks, and other good news',
      subtitle: 'Find the column that knew the answer, before your customer does.',
      points: [
        'A result too good is a reason to look',
        'Fit the scaler on the training part only',
        'Ask if each column is known when predicting',
      ],
    },
    {
      clip: 'a-model-on-one-page',
      title: 'A model on one page',
      subtitle: 'Write the page that says what your model is for, how good it is, and where it fails.',
      points: [
        'Report errors by group, not only in total',
        'Say what data it has never seen',
        'Name the person who will switch it off',
      ],
    },
  ],
  reviews: [
    {
      stars: 5,
      text: 'I fitted models for two years without knowing what I was doing. This course was uncomfortable in the best way.',
    },
    { stars: 5, text: 'Five rows and a pencil. I would not have believed how much that explains.' },
    { stars: 5, text: 'Lesson ten found a leak in my master’s thesis. Better now than at the defence.' },
    { stars: 4, text: 'Great content. I would have liked the notebooks to be longer, I wanted more to practise on.' },
    { stars: 5, text: 'The mean is a model. Obvious afterwards, and yet nobody had ever said it to me.' },
    {
      stars: 5,
      text: 'It does not get to neural networks, and says so at the beginning. What it does cover, it covers properly.',
    },
    { stars: 5, text: 'Our whole analytics team watched it together, and argued after every lesson.' },
    {
      stars: 3,
      text: 'I had expected deep learning at this price. The quality is good, but read the lesson list before you buy.',
    },
    {
      stars: 5,
      text: 'The confusion matrix with the four drawn boxes has finally stuck. I no longer mix up precision and recall.',
    },
    { stars: 5, text: 'Gradient descent by walking with a blindfold across a drawn map. I will never forget it.' },
    { stars: 4, text: 'Solid and careful. The lesson on forests could have been split in two.' },
    { stars: 5, text: 'I am a doctor and read papers with models in them. Now I know which questions to ask.' },
    { stars: 5, text: 'Asked a question on a Tuesday evening, had an answer with a drawing on Wednesday.' },
    { stars: 5, text: 'Expensive, and worth it.' },
  ],
}
