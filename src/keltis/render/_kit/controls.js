(function () {
  var script = document.currentScript, svg = script ? script.ownerSVGElement : null;
  if (!svg || !svg.pauseAnimations) { return; }
  function part(name) { return svg.querySelector('.keltis-' + name); }
  var slider = part('slider'), button = part('button');
  var total = Number(slider.getAttribute('data-seconds'));
  var pace = Number(slider.getAttribute('data-pace'));
  var bar = part('bar'), left = Number(bar.getAttribute('x'));
  var width = Number(bar.getAttribute('width')), dragging = false;
  function now() { return svg.getCurrentTime() % total; }
  function seek(time) {
    svg.setCurrentTime(Math.max(0, Math.min(total - 0.001, time)));
    describe();
  }
  function describe() {
    var paused = svg.animationsPaused();
    part('play').setAttribute('display', paused ? 'inline' : 'none');
    part('pause').setAttribute('display', paused ? 'none' : 'inline');
    button.setAttribute('aria-label', paused ? 'play' : 'pause');
    slider.setAttribute('aria-valuenow', String(Math.floor(now() / pace)));
  }
  function toggle() {
    if (svg.animationsPaused()) { svg.unpauseAnimations(); } else { svg.pauseAnimations(); }
    describe();
  }
  function follow(event) {
    var point = svg.createSVGPoint();
    point.x = event.clientX;
    point.y = event.clientY;
    seek((point.matrixTransform(svg.getScreenCTM().inverse()).x - left) / width * total);
  }
  button.addEventListener('click', toggle);
  slider.addEventListener('pointerdown', function (event) {
    dragging = true;
    slider.setPointerCapture(event.pointerId);
    follow(event);
  });
  slider.addEventListener('pointermove', function (event) { if (dragging) { follow(event); } });
  slider.addEventListener('pointerup', function () { dragging = false; });
  function press(event) {
    var steps = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (steps) {
      svg.pauseAnimations();
      seek((Math.floor(now() / pace + 0.001) + steps + 0.01) * pace);
    } else if (event.key === ' ' || event.key === 'Enter') { toggle(); } else { return; }
    event.preventDefault();
  }
  slider.addEventListener('keydown', press);
  button.addEventListener('keydown', press);
  svg.setAttribute('role', 'group');
  button.setAttribute('display', 'inline');
  button.setAttribute('role', 'button');
  button.setAttribute('tabindex', '0');
  slider.setAttribute('role', 'slider');
  slider.setAttribute('tabindex', '0');
  slider.setAttribute('aria-label', 'position of the game');
  slider.setAttribute('aria-valuemin', '0');
  slider.setAttribute('aria-valuemax', String(Math.round(total / pace)));
  slider.setAttribute('style', 'cursor:pointer;touch-action:none');
  button.setAttribute('style', 'cursor:pointer');
  describe();
})();
