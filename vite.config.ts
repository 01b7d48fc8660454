import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The browser's scripts and the page renderer; scripts/build.mjs builds both, and the server with them. */
export default defineConfig(({ isSsrBuild }) => ({
  root: 'src/web',
  publicDir: '../../public',
  plugins: [react(), tailwindcss()],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Every browser that supports the rest of our syntax preloads modules itself.
    modulePreload: { polyfill: false },
    // What the entry imports statically is one file: it compresses better than a dozen, and a change to a screen leaves
    // it in the browser's cache.
    ...(!isSsrBuild && {
      rolldownOptions: {
        output: { codeSplitting: { groups: [{ name: 'frame', tags: ['$initial'] }] } },
      },
    }),
  },
}))
