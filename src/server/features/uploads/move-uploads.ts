import { join } from 'node:path'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import { FolderStore } from '#server/platform/storage/folder-store.ts'
import { LESSON_FILE_NAME } from '#server/features/lessons/lesson-file-type.ts'
import { PICTURE_NAME } from '#server/platform/storage/pictures.ts'

/** Moves what the demo academy has written into a folder of this machine. */
export async function moveUploads(folder: string, files: FileStore): Promise<void> {
  for await (const { name } of new FolderStore(folder).list())
    if (LESSON_FILE_NAME.test(name) || PICTURE_NAME.test(name)) await files.moveIn(join(folder, name), name)
}
