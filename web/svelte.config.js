import { vitePreprocess } from '@sveltejs/vite-plugin-svelte'

export default {
  preprocess: vitePreprocess({ script: true, style: false }),
  compilerOptions: {
    // A short class for the scope of a component's styles: the built page repeats it in each of their selectors.
    cssHash: ({ hash, filename }) => `s-${hash(filename).slice(0, 4)}`,
  },
}
