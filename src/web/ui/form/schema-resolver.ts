import { zodResolver } from '@hookform/resolvers/zod'
import * as z from 'zod/mini'

// The content security policy forbids eval, which zod would use.
z.config({ jitless: true })

/** Forms validate with the same schemas as the server. */
export const schemaResolver = zodResolver
