import type { ReactElement } from 'react'
import { Action, Code, Letter, Words } from './letter.tsx'

export interface Written {
  subject: string
  letter: ReactElement
}

interface Reader {
  /** First name; null where it is not known. */
  name: string | null
  /** The product's address. */
  site: string
}

const RESET = 'Was this not you? Then set a new password at once'

export function welcome({ name, site }: Reader): Written {
  const heading = 'Your lantern is lit'
  return {
    subject: 'Welcome to Learn Lantern',
    letter: (
      <Letter preview="Your account is ready. Pick a first course." heading={heading} name={name}>
        <Words>
          Your account is ready. Every course you join is yours for good: watch at your own pace, tick off what you have
          done, and come back to any lesson whenever you like.
        </Words>
        <Action href={`${site}/student/allcourses`}>Find a first course</Action>
      </Letter>
    ),
  }
}

export function resetCode({ name, code }: Reader & { code: string }): Written {
  return {
    subject: 'Your code for a new password',
    letter: (
      <Letter preview="The code is good for 10 minutes." heading="A new password" name={name}>
        <Words>Somebody, and we hope it was you, asked for a new password. This is the code to set it with:</Words>
        <Code>{code}</Code>
        <Words>It is good for 10 minutes and for one use. Never tell it to anybody: we do not ask for it.</Words>
        <Words>Was it not you? Then do nothing, and your password stays as it is.</Words>
      </Letter>
    ),
  }
}

export function passwordChanged({ name, site }: Reader): Written {
  return {
    subject: 'Your password was changed',
    letter: (
      <Letter preview="And you were signed out wherever else you were signed in." heading="Your password was changed" name={name}>
        <Words>The password of your account has a new value, and you were signed out wherever else you were signed in.</Words>
        <Words>{RESET}:</Words>
        <Action href={`${site}/forgotpassword`}>Set a new password</Action>
      </Letter>
    ),
  }
}

export function confirmEmail({ name, link }: Reader & { link: string }): Written {
  return {
    subject: 'Confirm your new e-mail',
    letter: (
      <Letter preview="Your account moves to this address once you confirm it." heading="Is this your address?" name={name}>
        <Words>Your account is to use this e-mail address from now on. It does so as soon as you confirm it:</Words>
        <Action href={link}>Confirm this e-mail</Action>
        <Words>The link is good for 24 hours and for one use. If you know nothing of this, do nothing.</Words>
      </Letter>
    ),
  }
}

export function emailChanged({ name, site }: Reader): Written {
  return {
    subject: 'The e-mail of your account was changed',
    letter: (
      <Letter preview="This address no longer signs in." heading="Your e-mail was changed" name={name}>
        <Words>
          Your account now uses another e-mail address. This one no longer signs in, and you were signed out wherever else
          you were signed in.
        </Words>
        <Words>Was this not you? Then write to whoever runs {site} as soon as you can.</Words>
      </Letter>
    ),
  }
}

export function googleLinked({ name, site }: Reader): Written {
  return {
    subject: 'Google now signs you in',
    letter: (
      <Letter preview="Your account was joined with your Google account." heading="Google now signs you in" name={name}>
        <Words>
          Somebody signed in with the Google account of this address, and it was joined with the account here. Because this
          address had never been confirmed before, the old password and all earlier sign-ins have ended.
        </Words>
        <Words>To have a password again beside Google:</Words>
        <Action href={`${site}/forgotpassword`}>Set a new password</Action>
      </Letter>
    ),
  }
}

export function unreadMessages({ name, site, isAdmin }: Reader & { isAdmin: boolean }): Written {
  return {
    subject: 'A message waits for you',
    letter: (
      <Letter preview="Somebody wrote to you in the chat." heading="A message waits for you" name={name}>
        <Words>{isAdmin ? 'A student wrote in the chat and has had no answer yet.' : 'You have an answer in the chat that you have not read yet.'}</Words>
        <Action href={`${site}${isAdmin ? '/dashboard/chat' : '/student/chat'}`}>Read it</Action>
        <Words>{isAdmin ? 'At most one such mail comes in an hour.' : 'At most one such mail comes in an hour. Your profile has a switch for them.'}</Words>
      </Letter>
    ),
  }
}

export function accountDeleted({ name }: Reader): Written {
  return {
    subject: 'Your account was deleted',
    letter: (
      <Letter preview="With all that belonged to it." heading="Your account is gone" name={name}>
        <Words>Your account was deleted, and with it your courses, progress and reviews. This cannot be undone.</Words>
        <Words>Thank you for having been here.</Words>
      </Letter>
    ),
  }
}
