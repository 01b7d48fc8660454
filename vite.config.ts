import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The browser's part and its rendering on the server; scripts/build.mjs builds both, and the server beside them. */
export default defineConfig({
  root: 'src/web',
  publicDir: '../../public',
  plugins: [react(), tailwindcss()],
  build: { target: 'es2023', assetsInlineLimit: 0, reportCompressedSize: false },
})
