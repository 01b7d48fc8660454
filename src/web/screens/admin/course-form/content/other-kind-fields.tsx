import { Suspense } from 'react'
import { lazyPart } from '#web/features/lazy-part/lazy-part.tsx'
import { CompletionField } from '../lessons/completion-field.tsx'
import { DurationField } from '../lessons/duration-field.tsx'
import type { KindFieldsProps } from '../lessons/lesson-fields.tsx'
import { AssignmentFields } from './assignment-fields.tsx'
import { ContentField } from './content-field.tsx'
import { DocumentField } from './document-field.tsx'
import { EmbedField } from './embed-field.tsx'

const QuizEditor = lazyPart(() => import('../quiz/quiz-editor.tsx').then((module) => module.QuizEditor))

/** What a lesson other than a video has beyond a title. */
export function OtherKindFields(props: KindFieldsProps) {
  return (
    <>
      <ContentFields {...props} />
      <CompletionField {...props} />
      <DurationField index={props.index} isInvalid={props.errors?.duration !== undefined} />
    </>
  )
}

function ContentFields(props: KindFieldsProps) {
  switch (props.lesson.kind) {
    case 'article':
      return <ContentField {...props} label="Article" />
    case 'file':
      return <DocumentField {...props} />
    case 'embed':
      return <EmbedField {...props} />
    case 'quiz':
      return (
        <Suspense fallback={<div aria-hidden="true" className="skeleton h-96 rounded-card" />}>
          <QuizEditor {...props} />
        </Suspense>
      )
    case 'assignment':
      return <AssignmentFields {...props} />
    case 'video':
      return null
  }
}
