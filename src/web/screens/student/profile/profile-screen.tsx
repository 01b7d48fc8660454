import { Head } from '#web/head.tsx'

export function Component() {
  return (
    <>
      <Head title="profile" />
      <h1 className="container-site text-4xl">profile</h1>
    </>
  )
}
