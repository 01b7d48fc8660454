const EXPIRES_MS = 5_000

/** Conversations in which the other side is typing. Each ends by itself, because nobody says that they stopped. */
export class TypingIndicators {
  readonly #onChange: (studentIds: ReadonlySet<number>) => void
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>()

  constructor(onChange: (studentIds: ReadonlySet<number>) => void) {
    this.#onChange = onChange
  }

  show(studentId: number): void {
    clearTimeout(this.#timers.get(studentId))
    this.#timers.set(
      studentId,
      setTimeout(() => this.hide(studentId), EXPIRES_MS),
    )
    this.#reportChange()
  }

  hide(studentId: number): void {
    clearTimeout(this.#timers.get(studentId))
    if (this.#timers.delete(studentId)) this.#reportChange()
  }

  clear(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
    this.#reportChange()
  }

  #reportChange(): void {
    this.#onChange(new Set(this.#timers.keys()))
  }
}
