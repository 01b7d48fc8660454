import { paths } from '#contract/paths.ts'
import { ActionButton, EmailLayout, Paragraph, Steps } from '../email-layout.tsx'
import type { EmailContent, EmailRequest } from '../email-template.ts'

export function welcomeEmail({ hasAccount, name, siteUrl }: EmailRequest): EmailContent | null {
  if (!hasAccount) return null
  return {
    subject: 'Welcome to Learn Lantern',
    element: (
      <EmailLayout
        name={name}
        siteUrl={siteUrl}
        heading="Welcome to Learn Lantern"
        preview="Your account is ready. Choose your first course."
        reason="You received this email because this address was used to sign up."
      >
        <Paragraph>Your account is ready. To get started:</Paragraph>
        <Steps>
          {[
            'Choose a course and open its first lesson.',
            'Watch at your own pace. Each lesson resumes where you stopped.',
            'Mark lessons as completed to track your progress.',
          ]}
        </Steps>
        <ActionButton href={siteUrl + paths.allCourses}>Browse courses</ActionButton>
      </EmailLayout>
    ),
  }
}
