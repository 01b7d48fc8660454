import { Head } from '#web/head.tsx'

export function Component() {
  return (
    <>
      <Head title="maintenance" />
      <h1 className="container-site text-4xl">maintenance</h1>
    </>
  )
}
