import { Head } from '#web/head.tsx'

export function Component() {
  return (
    <>
      <Head title="course" />
      <h1 className="container-site text-4xl">course</h1>
    </>
  )
}
