import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { shoot } from './shoot.mjs'
import { SCREENS } from './screens.mjs'

const FOLDER = 'docs/pictures'

const PICTURES = [
  { file: 'landing-dark', screen: 'landing', theme: 'dark', width: 1280 },
  { file: 'catalogue-light', screen: 'all courses', theme: 'light', width: 1280 },
  { file: 'course-dark', screen: 'course', theme: 'dark', width: 1280 },
  { file: 'analytics-dark', screen: 'analytics', theme: 'dark', width: 1280 },
  { file: 'course-form-light', screen: 'edit course', theme: 'light', width: 1280 },
  { file: 'system-dark', screen: 'system', theme: 'dark', width: 1280 },
  { file: 'phone-landing-dark', screen: 'landing', theme: 'dark', width: 360 },
  { file: 'phone-course-light', screen: 'course', theme: 'light', width: 360 },
  { file: 'phone-chat-dark', screen: 'student chat', theme: 'dark', width: 360 },
  { file: 'phone-system-light', screen: 'system', theme: 'light', width: 360 },
]

/** The part of the page that is visible without scrolling. */
const HEIGHTS = { 360: 780, 1280: 800 }

/** Takes the pictures of the README and of docs/operations.md, small enough for a repository. */
export async function readmePictures(browser, product) {
  mkdirSync(FOLDER, { recursive: true })
  for (const { file, screen: name, theme, width } of PICTURES) {
    const screen = SCREENS.find((one) => one.name === name)
    const picture = await shoot(browser, product, { screen, state: 'full', theme, width })
    await sharp(picture)
      .extract({ left: 0, top: 0, width, height: HEIGHTS[width] })
      .webp({ quality: 80 })
      .toFile(join(FOLDER, `${file}.webp`))
    console.log(file)
  }
}
