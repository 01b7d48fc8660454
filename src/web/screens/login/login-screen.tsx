import { Head } from '#web/head.tsx'

export function Component() {
  return (
    <>
      <Head title="login" />
      <h1 className="container-site text-4xl">login</h1>
    </>
  )
}
