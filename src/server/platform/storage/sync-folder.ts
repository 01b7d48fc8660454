import { open } from 'node:fs/promises'

/** A new name lasts through a power cut only once its folder is on the disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
