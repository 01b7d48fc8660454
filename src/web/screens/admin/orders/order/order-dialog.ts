import type { Order } from '#contract/schemas/commerce/orders.ts'

export interface OrderDialogProps {
  /** As it was when the dialog was opened. */
  order: Order
  onClose: () => void
  /** Closes it too, and takes the focus. */
  onDone: () => void
}
