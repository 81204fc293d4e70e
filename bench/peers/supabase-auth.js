import { AuthClient } from '@supabase/auth-js'

globalThis.client = new AuthClient({ url: 'https://app.example.org' })
