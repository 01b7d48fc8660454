import { type Control, Controller, type FieldPathByValue, type FieldValues } from 'react-hook-form'
import { Switch } from '#web/ui/form/switch.tsx'

interface PublicSwitchProps<Values extends FieldValues> {
  control: Control<Values>
  name: FieldPathByValue<Values, boolean>
}

/** Whether everyone sees the record. */
export function PublicSwitch<Values extends FieldValues>({ control, name }: PublicSwitchProps<Values>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <Switch
          label="Public"
          hint={field.value ? 'Visible to everyone' : 'Draft: visible to admins only'}
          checked={Boolean(field.value)}
          onChange={field.onChange}
        />
      )}
    />
  )
}
