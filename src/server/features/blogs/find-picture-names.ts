/** File names of the uploaded pictures in a post's content. */
export function findPictureNames(content: string): string[] {
  return [...content.matchAll(/\/uploads\/([0-9a-f]{32}\.webp)/g)].flatMap(([, name]) => name ?? [])
}
