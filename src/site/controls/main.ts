/**
 * The script of every page: plain HTML made to work over the stores, before and without React.
 * Elements are found by event delegation, so that cards that come later work as well.
 */
import './cart.ts';
import './panels.ts';
import './toasts.ts';
import './back.ts';
import './open-payments.ts';
