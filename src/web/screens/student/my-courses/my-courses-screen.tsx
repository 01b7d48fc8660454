import { Head } from '#web/head.tsx'

export function Component() {
  return (
    <>
      <Head title="my-courses" />
      <h1 className="container-site text-4xl">my-courses</h1>
    </>
  )
}
