import { Head } from '#web/head.tsx'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Where the conversation with the admin will be: until messages can be sent, there are none, and the page says so. */
export function Component() {
  return (
    <div className="container-site pt-9 pb-20 sm:pt-12">
      <Head title="Chat" hidden />
      <h1 className="text-4xl sm:text-5xl">Chat</h1>
      <EmptyState title="No Chat data for this user">
        <p className="mb-5">Writing to the admin is not open yet. Your courses are.</p>
        <ButtonLink to={paths.myCourses} look="secondary">
          My Courses
        </ButtonLink>
      </EmptyState>
    </div>
  )
}
