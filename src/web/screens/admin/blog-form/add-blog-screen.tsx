import { BlogForm } from './blog-form.tsx'

export function Component() {
  return <BlogForm loaded={null} />
}
