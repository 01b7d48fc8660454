import { Head } from '#web/head.tsx'

export function Component() {
  return (
    <>
      <Head title="landing" />
      <h1 className="container-site text-4xl">landing</h1>
    </>
  )
}
