import { mount } from 'svelte';
import App from './App.svelte';
import { fileAt, followRoutes } from './device/routes.svelte';
import { awaitTouch } from './device/quiet.svelte';
import { keepSettings } from './device/settings.svelte';
import { wakeSound } from './device/sound';
import { useLanguage, wantedLanguage } from './messages/index.svelte';
import { keepPage } from './offline/install';
import { watchReach } from './wire/reachability.svelte';
import { speak } from './wire/requests';
import './app.css';

const language = wantedLanguage();
speak(language);
keepSettings();
followRoutes();
awaitTouch();
wakeSound();
keepPage(fileAt('sw.js'));
watchReach();
void useLanguage(language).then(() => {
  const target = document.getElementById('app')!;
  // What was there to be read while it was awaited.
  target.replaceChildren();
  mount(App, { target });
});
