import type { ReactElement } from 'react'
import { Action, Address, Aside, Code, Letter, type Reader, Steps, Words } from './email-layout.tsx'

export interface Written {
  subject: string
  letter: ReactElement
}

const BECAUSE_OF_ACCOUNT = 'You get this mail because it is about your account.'

/** In UTC, as nobody's own time zone is known here. */
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
const whenOf = ({ at }: Reader) => `${moment.format(at)} UTC`

export function welcome(reader: Reader): Written {
  return {
    subject: 'Welcome to Learn Lantern',
    letter: (
      <Letter
        reader={reader}
        heading="Your lantern is lit"
        preview="Your account is ready. Pick a first course."
        reason="You get this mail because somebody signed up with this address."
      >
        <Words>Your account is ready. This is how an evening here goes:</Words>
        <Steps>
          {[
            'Pick a course. The first lesson is a click away.',
            'Watch at your own pace: each lesson waits where you left it.',
            'Tick off what you have done, and see how far you are.',
          ]}
        </Steps>
        <Action href={`${reader.site}/student/allcourses`}>Find a first course</Action>
      </Letter>
    ),
  }
}

export function resetCode(reader: Reader & { code: string }): Written {
  return {
    subject: 'Your code for a new password',
    letter: (
      <Letter
        reader={reader}
        heading="A new password"
        preview="The code is good for 10 minutes."
        reason="You get this mail because somebody asked for a new password for this address."
      >
        <Words>Somebody, and we hope it was you, asked for a new password. This is the code to set it with:</Words>
        <Code>{reader.code}</Code>
        <Words>It is good for 10 minutes and for one use. Never tell it to anybody: we do not ask for it.</Words>
        <Aside>Was it not you? Then do nothing, and your password stays as it is.</Aside>
      </Letter>
    ),
  }
}

export function passwordChanged(reader: Reader): Written {
  return {
    subject: 'Your password was changed',
    letter: (
      <Letter
        reader={reader}
        heading="Your password was changed"
        preview="And you were signed out wherever else you were signed in."
        reason={BECAUSE_OF_ACCOUNT}
      >
        <Words>
          Your account has had a new password since {whenOf(reader)}. Wherever else you were signed in, you are signed
          out now.
        </Words>
        <Words>If this was you, all is well. If it was not, set a new password at once:</Words>
        <Action href={`${reader.site}/forgotpassword`}>Set a new password</Action>
      </Letter>
    ),
  }
}

export function confirmEmail(reader: Reader & { link: string }): Written {
  return {
    subject: 'Confirm your new e-mail',
    letter: (
      <Letter
        reader={reader}
        heading="Is this your address?"
        preview="Your account moves to this address once you confirm it."
        reason="You get this mail because somebody wants to use this address here."
      >
        <Words>Your account is to use this e-mail address from now on. It does so as soon as you confirm it:</Words>
        <Action href={reader.link}>Confirm this e-mail</Action>
        <Address>{reader.link}</Address>
        <Words>The link is good for 24 hours and for one use. If you know nothing of this, do nothing.</Words>
      </Letter>
    ),
  }
}

export function emailChanged(reader: Reader): Written {
  return {
    subject: 'The e-mail of your account was changed',
    letter: (
      <Letter
        reader={reader}
        heading="Your e-mail was changed"
        preview="This address no longer signs in."
        reason={BECAUSE_OF_ACCOUNT}
      >
        <Words>
          Your account has used another e-mail address since {whenOf(reader)}. This one no longer signs in, and you were
          signed out wherever else you were signed in.
        </Words>
        <Words>If this was you, all is well. If it was not, write as soon as you can to whoever runs this site.</Words>
      </Letter>
    ),
  }
}

export function googleLinked(reader: Reader): Written {
  return {
    subject: 'Google now signs you in',
    letter: (
      <Letter
        reader={reader}
        heading="Google now signs you in"
        preview="Your account was joined with your Google account."
        reason={BECAUSE_OF_ACCOUNT}
      >
        <Words>
          On {whenOf(reader)} somebody signed in with the Google account of this address, and it was joined with the
          account here. Because this address had never been confirmed before, the old password and all earlier sign-ins
          have ended.
        </Words>
        <Words>To have a password again beside Google:</Words>
        <Action href={`${reader.site}/forgotpassword`}>Set a new password</Action>
      </Letter>
    ),
  }
}

export function invited(reader: Reader): Written {
  return {
    subject: 'Your account at Learn Lantern',
    letter: (
      <Letter
        reader={reader}
        heading="Your account is ready"
        preview="Choose a password, and start learning."
        reason="You get this mail because the people who run this site made an account for this address."
      >
        <Words>
          An account was made for you at Learn Lantern, and nobody has a password to it yet. To choose yours:
        </Words>
        <Steps>
          {[
            'Open the page below and enter the address this mail came to.',
            'A code of six digits comes to the same address. Type it in.',
            'Choose a password, log in, and pick your first course.',
          ]}
        </Steps>
        <Action href={`${reader.site}/forgotpassword`}>Choose a password</Action>
        <Address>{`${reader.site}/forgotpassword`}</Address>
        <Aside>Do you know nothing of this? Then do nothing: to everybody else the account stays closed.</Aside>
      </Letter>
    ),
  }
}

export function unreadMessages(reader: Reader & { isAdmin: boolean }): Written {
  const { site, isAdmin } = reader
  return {
    subject: 'A message waits for you',
    letter: (
      <Letter
        reader={reader}
        heading="A message waits for you"
        preview="Somebody wrote to you in the chat."
        reason="You get this mail because a message to you has not been read. At most one an hour comes."
      >
        <Words>
          {isAdmin
            ? 'A student wrote in the chat and has had no answer yet.'
            : 'You have an answer in the chat that you have not read yet.'}
        </Words>
        <Action href={`${site}${isAdmin ? '/dashboard/chat' : '/student/chat'}`}>Read it</Action>
        {!isAdmin && <Aside>Your profile has a switch for these mails.</Aside>}
      </Letter>
    ),
  }
}

export function accountDeleted(reader: Reader): Written {
  return {
    subject: 'Your account was deleted',
    letter: (
      <Letter
        reader={reader}
        heading="Your account is gone"
        preview="With all that belonged to it."
        reason="You get this mail because your account used this address. It is the last one."
      >
        <Words>
          Your account was deleted on {whenOf(reader)}, and with it your courses, progress and reviews. This cannot be
          undone.
        </Words>
        <Words>Thank you for having been here.</Words>
      </Letter>
    ),
  }
}
