import { Head } from '#web/head.tsx'

export function Component() {
  return (
    <>
      <Head title="signup" />
      <h1 className="container-site text-4xl">signup</h1>
    </>
  )
}
