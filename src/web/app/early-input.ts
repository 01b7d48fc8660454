type ValueControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * React takes a control's value at hydration for the one it rendered, so a change made before is never reported, and a
 * form's default value overwrites it. This reports every such change. Call it after `hydrateRoot`.
 */
export function reportEarlyInput(root: HTMLElement): void {
  // All of them are reset before the first is reported, because that hydrates its neighbors, too.
  const reports = [...root.querySelectorAll('input, textarea, select')].map(resetControl)
  for (const report of reports) report?.()
  // Autofill and dictation change a control without a key or a click, which would have hydrated it.
  document.addEventListener(
    'input',
    ({ target }) => {
      if (!isValueControl(target) || isHydrated(target)) return
      resetValue(target)?.()
    },
    true,
  )
}

/** Gives a changed control the state it was rendered with, and returns what reports the change. */
function resetControl(control: Element): (() => void) | undefined {
  if (isValueControl(control)) {
    const restoreValue = resetValue(control)
    return restoreValue && (() => dispatchChange(control, restoreValue))
  }
  if (!(control instanceof HTMLInputElement)) return undefined
  if (control.type === 'file') return control.files?.length ? () => dispatchChange(control) : undefined
  const { checked, defaultChecked } = control
  // A radio button that was deselected has nothing to report: the one selected instead does.
  if (checked === defaultChecked || (control.type === 'radio' && !checked)) return undefined
  control.checked = defaultChecked
  return () => {
    hydrate(control)
    control.click()
  }
}

/** Gives a changed control its default value, and returns what hydrates it and restores the user's value. */
function resetValue(control: ValueControl): (() => void) | undefined {
  const { value } = control
  const defaultValue = getDefaultValue(control)
  if (value === defaultValue) return undefined
  control.value = defaultValue
  return () => {
    hydrate(control)
    // The prototype's setter, because React's own on the element would count the value as known.
    Reflect.set(Object.getPrototypeOf(control), 'value', value, control)
  }
}

function dispatchChange(control: Element, restoreValue?: () => void): void {
  restoreValue?.()
  for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
}

/** React hydrates the surroundings of a discrete event's target at once. No control handles this one. */
function hydrate(control: Element): void {
  control.dispatchEvent(new Event('touchcancel', { bubbles: true }))
}

/** React marks each element it has hydrated; there is no public way to ask. */
function isHydrated(control: Element): boolean {
  return Object.keys(control).some((key) => key.startsWith('__reactFiber$'))
}

function isValueControl(target: EventTarget | null): target is ValueControl {
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'file'].includes(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

function getDefaultValue(control: ValueControl): string {
  if (!(control instanceof HTMLSelectElement)) return control.defaultValue
  const options = [...control.options]
  // A browser shows the first enabled option where none is marked, and not a disabled placeholder.
  const initial = options.find(({ defaultSelected }) => defaultSelected) ?? options.find(({ disabled }) => !disabled)
  return initial?.value ?? ''
}
