import type { Quiz, QuizQuestion } from '#contract/schemas/learning/quiz-input.ts'

/** A valid quiz with one question. */
export const buildQuiz = (question: Partial<Pick<QuizQuestion, 'text' | 'explanation' | 'image_url'>> = {}): Quiz => ({
  ...{ pass_mark: 70, max_attempts: null, time_limit_s: null, answers_shown: 'end', shuffle: false, pools: [] },
  questions: [
    {
      ...{
        id: 'q1',
        kind: 'true_false',
        text: 'Is a lamp bright?',
        image_url: '',
        points: 1,
        explanation: '',
        pool: '',
      },
      correct: true,
      ...question,
    },
  ],
})
