// Dots as a layer of the map that is drawn straight from numbers: a source of the map's would take every position through a
// worker and draw several frames for each.
import { colour } from "/web/common/map.js";

/** Pixels across, the line around it among them. */
const WIDE = 19;
const WIDE_SELECTED = 23;
const LINE = 2.5;
/** Numbers of a dot: across and up from -1 to 1, pixels across, opacity. */
const EACH = 4;

const VERTEX = `
attribute vec4 dot;
varying vec2 size;
void main() {
  gl_Position = vec4(dot.xy, 0.0, 1.0);
  gl_PointSize = dot.z;
  size = dot.zw;
}`;
const FRAGMENT = `
precision mediump float;
uniform vec3 fill, line;
uniform float stroke;
varying vec2 size;
void main() {
  float inside = size.x * (0.5 - length(gl_PointCoord - 0.5));
  vec3 shade = mix(line, fill, smoothstep(stroke - 0.5, stroke + 0.5, inside));
  gl_FragColor = vec4(shade, 1.0) * smoothstep(0.0, 1.0, inside) * size.y;
}`;

/** A layer of which `dots` answers { x, y, isSelected, isSilent } in pixels of the map's place, anew for each frame. */
export class Points {
  constructor(dots) {
    Object.assign(this, { id: "dots", type: "custom", dots, numbers: new Float32Array(0) });
  }

  onAdd(map, gl) {
    this.map = map;
    this.program = gl.createProgram();
    for (const [type, source] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(this.program, shader);
    }
    gl.linkProgram(this.program);
    this.buffer = gl.createBuffer();
    this.place = gl.getAttribLocation(this.program, "dot");
    this.uniforms = Object.fromEntries(["fill", "line", "stroke"].map((name) => [name, gl.getUniformLocation(this.program, name)]));
  }

  render(gl) {
    const dots = this.dots();
    if (!dots.length) return;
    const { clientWidth, clientHeight } = this.map.getCanvas();
    const ratio = gl.drawingBufferWidth / clientWidth;
    if (this.numbers.length < dots.length * EACH) this.numbers = new Float32Array(dots.length * EACH * 2);
    dots.forEach(({ x, y, isSelected, isSilent }, index) => {
      this.numbers.set([(x / clientWidth) * 2 - 1, 1 - (y / clientHeight) * 2, (isSelected ? WIDE_SELECTED : WIDE) * ratio, isSilent ? 0.4 : 1], index * EACH);
    });
    gl.useProgram(this.program);
    gl.uniform3fv(this.uniforms.fill, shares("dot"));
    gl.uniform3fv(this.uniforms.line, shares("dot-line"));
    gl.uniform1f(this.uniforms.stroke, LINE * ratio);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, this.numbers.subarray(0, dots.length * EACH), gl.STREAM_DRAW);
    gl.enableVertexAttribArray(this.place);
    gl.vertexAttribPointer(this.place, EACH, gl.FLOAT, false, 0, 0);
    gl.drawArrays(gl.POINTS, 0, dots.length);
  }
}

/** A colour's red, green and blue, each from 0 to 1. */
function shares(name) {
  return colour(name).match(/[0-9a-f]{2}/gi).map((pair) => parseInt(pair, 16) / 255);
}
