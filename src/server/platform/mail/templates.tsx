import type { ReactElement } from 'react'
import { paths } from '#contract/paths.ts'
import {
  ActionButton,
  FallbackLink,
  SmallText,
  Code,
  EmailLayout,
  type EmailContext,
  Steps,
  Paragraph,
} from './email-layout.tsx'

export interface EmailContent {
  subject: string
  element: ReactElement
}

const ACCOUNT_REASON = 'You get this mail because it is about your account.'

/** In UTC, as nobody's own time zone is known here. */
const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
const formatTime = ({ occurredAt }: EmailContext) => `${dateFormat.format(occurredAt)} UTC`

export function welcome(context: EmailContext): EmailContent {
  return {
    subject: 'Welcome to Learn Lantern',
    element: (
      <EmailLayout
        context={context}
        heading="Your lantern is lit"
        preview="Your account is ready. Pick a first course."
        reason="You get this mail because somebody signed up with this address."
      >
        <Paragraph>Your account is ready. This is how an evening here goes:</Paragraph>
        <Steps>
          {[
            'Pick a course. The first lesson is a click away.',
            'Watch at your own pace: each lesson waits where you left it.',
            'Tick off what you have done, and see how far you are.',
          ]}
        </Steps>
        <ActionButton href={context.siteUrl + paths.allCourses}>Find a first course</ActionButton>
      </EmailLayout>
    ),
  }
}

export function resetCode(context: EmailContext & { code: string }): EmailContent {
  return {
    subject: 'Your code for a new password',
    element: (
      <EmailLayout
        context={context}
        heading="A new password"
        preview="The code is good for 10 minutes."
        reason="You get this mail because somebody asked for a new password for this address."
      >
        <Paragraph>
          Somebody, and we hope it was you, asked for a new password. This is the code to set it with:
        </Paragraph>
        <Code>{context.code}</Code>
        <Paragraph>
          It is good for 10 minutes and for one use. Never tell it to anybody: we do not ask for it.
        </Paragraph>
        <SmallText>Was it not you? Then do nothing, and your password stays as it is.</SmallText>
      </EmailLayout>
    ),
  }
}

export function passwordChanged(context: EmailContext): EmailContent {
  return {
    subject: 'Your password was changed',
    element: (
      <EmailLayout
        context={context}
        heading="Your password was changed"
        preview="And you were signed out wherever else you were signed in."
        reason={ACCOUNT_REASON}
      >
        <Paragraph>
          Your account has had a new password since {formatTime(context)}. Wherever else you were signed in, you are
          signed out now.
        </Paragraph>
        <Paragraph>If this was you, all is well. If it was not, set a new password at once:</Paragraph>
        <ActionButton href={`${context.siteUrl}/forgotpassword`}>Set a new password</ActionButton>
      </EmailLayout>
    ),
  }
}

export function confirmEmail(context: EmailContext & { link: string }): EmailContent {
  return {
    subject: 'Confirm your new e-mail',
    element: (
      <EmailLayout
        context={context}
        heading="Is this your address?"
        preview="Your account moves to this address once you confirm it."
        reason="You get this mail because somebody wants to use this address here."
      >
        <Paragraph>
          Your account is to use this e-mail address from now on. It does so as soon as you confirm it:
        </Paragraph>
        <ActionButton href={context.link}>Confirm this e-mail</ActionButton>
        <FallbackLink>{context.link}</FallbackLink>
        <Paragraph>The link is good for 24 hours and for one use. If you know nothing of this, do nothing.</Paragraph>
      </EmailLayout>
    ),
  }
}

export function emailChanged(context: EmailContext): EmailContent {
  return {
    subject: 'The e-mail of your account was changed',
    element: (
      <EmailLayout
        context={context}
        heading="Your e-mail was changed"
        preview="This address no longer signs in."
        reason={ACCOUNT_REASON}
      >
        <Paragraph>
          Your account has used another e-mail address since {formatTime(context)}. This one no longer signs in, and you
          were signed out wherever else you were signed in.
        </Paragraph>
        <Paragraph>
          If this was you, all is well. If it was not, write as soon as you can to whoever runs this site.
        </Paragraph>
      </EmailLayout>
    ),
  }
}

export function googleLinked(context: EmailContext): EmailContent {
  return {
    subject: 'Google now signs you in',
    element: (
      <EmailLayout
        context={context}
        heading="Google now signs you in"
        preview="Your account was joined with your Google account."
        reason={ACCOUNT_REASON}
      >
        <Paragraph>
          On {formatTime(context)} somebody signed in with the Google account of this address, and it was joined with
          the account here. Because this address had never been confirmed before, the old password and all earlier
          sign-ins have ended.
        </Paragraph>
        <Paragraph>To have a password again beside Google:</Paragraph>
        <ActionButton href={`${context.siteUrl}/forgotpassword`}>Set a new password</ActionButton>
      </EmailLayout>
    ),
  }
}

export function invited(context: EmailContext): EmailContent {
  return {
    subject: 'Your account at Learn Lantern',
    element: (
      <EmailLayout
        context={context}
        heading="Your account is ready"
        preview="Choose a password, and start learning."
        reason="You get this mail because the people who run this site made an account for this address."
      >
        <Paragraph>
          An account was made for you at Learn Lantern, and nobody has a password to it yet. To choose yours:
        </Paragraph>
        <Steps>
          {[
            'Open the page below and enter the address this mail came to.',
            'A code of six digits comes to the same address. Type it in.',
            'Choose a password, log in, and pick your first course.',
          ]}
        </Steps>
        <ActionButton href={`${context.siteUrl}/forgotpassword`}>Choose a password</ActionButton>
        <FallbackLink>{`${context.siteUrl}/forgotpassword`}</FallbackLink>
        <SmallText>Do you know nothing of this? Then do nothing: to everybody else the account stays closed.</SmallText>
      </EmailLayout>
    ),
  }
}

export function unreadMessages(context: EmailContext & { isAdmin: boolean }): EmailContent {
  const { siteUrl, isAdmin } = context
  return {
    subject: 'A message waits for you',
    element: (
      <EmailLayout
        context={context}
        heading="A message waits for you"
        preview="Somebody wrote to you in the chat."
        reason="You get this mail because a message to you has not been read. At most one an hour comes."
      >
        <Paragraph>
          {isAdmin
            ? 'A student wrote in the chat and has had no answer yet.'
            : 'You have an answer in the chat that you have not read yet.'}
        </Paragraph>
        <ActionButton href={siteUrl + (isAdmin ? paths.adminChat : paths.chat)}>Read it</ActionButton>
        {!isAdmin && <SmallText>Your profile has a switch for these mails.</SmallText>}
      </EmailLayout>
    ),
  }
}

export function accountDeleted(context: EmailContext): EmailContent {
  return {
    subject: 'Your account was deleted',
    element: (
      <EmailLayout
        context={context}
        heading="Your account is gone"
        preview="With all that belonged to it."
        reason="You get this mail because your account used this address. It is the last one."
      >
        <Paragraph>
          Your account was deleted on {formatTime(context)}, and with it your courses, progress and reviews. This cannot
          be undone.
        </Paragraph>
        <Paragraph>Thank you for having been here.</Paragraph>
      </EmailLayout>
    ),
  }
}
