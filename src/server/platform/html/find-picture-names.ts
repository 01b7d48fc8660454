/** File names of the uploaded pictures in sanitized HTML. */
export function findPictureNames(html: string): string[] {
  return [...html.matchAll(/<img [^>]*?src="\/uploads\/([0-9a-f]{32}\.webp)"/g)].flatMap(([, name]) => name ?? [])
}
