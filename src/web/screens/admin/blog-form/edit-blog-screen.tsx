import { Head } from '#web/head.tsx'

export function Component() {
  return <Head title="Edit Blog Details" />
}
