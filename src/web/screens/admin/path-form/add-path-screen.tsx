import { PathForm } from './path-form.tsx'

export function Component() {
  return <PathForm loaded={null} />
}
