import type { KeyboardEvent } from 'react'

/** Key 229: Safari ends the composition before it reports the Enter that confirms an input method's suggestion. */
const COMPOSITION_KEY_CODE = 229

/** Whether a key belongs to an input method, such as one for Japanese. */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === COMPOSITION_KEY_CODE
