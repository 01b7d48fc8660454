import type { DemoCourse } from '#server/demo/demo-academy.ts'

export const neuralNetworksFromOneNeuron: DemoCourse = {
  title: 'Neural networks from one neuron',
  category: 'Machine Learning and Artificial Intelligence',
  tabs: ['python', 'networks', 'attention'],
  price: 180,
  discount: 15,
  description: [
    'One neuron, then a layer, then attention, all in code you wrote.',
    'You write a small library for neural networks in about three hundred lines of Python, and with it you train a network that reads handwritten digits and another that writes plausible names of villages. There is one framework in the course, and it is yours.',
    'For programmers who have used a large framework and want to see the floor beneath it, and for those who would like to start at the floor.',
    'You should program in Python and know what a derivative is and how two matrices are multiplied. “Machine learning you can check” is the recommended first step.',
  ].join('\n\n'),
  ageDays: 14,
  otherStudents: 3,
  requires: [{ title: 'Machine learning you can check', isBlocking: true }],
  details: {
    pitch: 'From one neuron to attention, with every gradient checked by numbers.',
    outcomes: [
      'Compute gradients by hand and check them',
      'Read a loss curve and decide what to change',
      'Write a convolution and attention in a few lines',
    ],
    requirements: ['“Machine learning you can check”, finished', 'Derivatives of simple functions'],
    level: 'Advanced',
    language: 'English',
    instructor_name: 'Dr. Amina Yusufzai',
    instructor_bio: 'Amina reviews models for a hospital group. Her job is to find out why a good number is too good.',
    faq: [
      {
        question: 'Why must I finish another course first?',
        answer:
          'Splitting data and measuring honestly are used from the first minute. If you know them already, write to us and we open the course for you.',
      },
    ],
  },
  lessons: [
    {
      clip: 'one-neuron-one-line',
      title: 'One neuron, one line',
      subtitle: 'Train a single neuron to separate two kinds of point, and meet the case it cannot solve.',
      points: [
        'A neuron: weighted sum, bias, then a bend',
        'Alone, it can only draw one straight border',
        'XOR needs at least one hidden layer',
      ],
      preview: true,
    },
    {
      clip: 'blame-passed-backwards',
      title: 'Blame, passed backwards',
      subtitle: 'Compute the gradients of a small network by hand, and check them by numbers.',
      points: [
        'Backpropagation is the chain rule, kept tidy',
        'One pass back gives every gradient at once',
        'Check gradients by nudging one weight at a time',
      ],
    },
    {
      clip: 'training-without-tears',
      title: 'Training without tears',
      subtitle: 'Read a loss curve, and decide what to change next.',
      points: [
        'First make it fit ten examples by heart',
        'If validation loss rises while training falls, stop',
        'Units that start alike would stay alike',
      ],
    },
    {
      clip: 'sliding-windows-convolution',
      title: 'Sliding windows: convolution',
      subtitle: 'Write a convolution as two loops, and read digits with far fewer weights.',
      points: [
        'The same few weights slide over the picture',
        'Shift the input, and the feature map shifts too',
        'Deeper layers see larger parts of the picture',
      ],
    },
    {
      clip: 'who-looks-at-whom-attention',
      title: 'Who looks at whom: attention',
      subtitle: 'Compute attention for a sentence of four words on paper, and then in code.',
      points: [
        'Each word takes a weighted mix of all the values',
        'Softmax turns the scores into weights that sum to 1',
        'Doubling the text makes four times the scores',
      ],
    },
  ],
  reviews: [
    { stars: 5, text: 'Three hundred lines, and I can explain each of them. I did not think that was possible.' },
    { stars: 5, text: 'The gradient check by nudging one weight should be the first thing anyone learns.' },
    { stars: 4, text: 'Demanding. Take the other machine learning course first, they mean it.' },
    { stars: 5, text: 'Attention on paper with four words. After that, the papers became readable.' },
    { stars: 5, text: 'My network invents villages near Tartu. The whole office wants one.' },
    { stars: 4, text: 'Excellent, though training on my laptop took longer than in the lesson.' },
    { stars: 5, text: 'New and already my favourite here.' },
    {
      stars: 4,
      text: 'Could use one more lesson between convolution and attention. The two lessons themselves are superb.',
    },
  ],
}
